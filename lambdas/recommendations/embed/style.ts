/** The element's own style. Colours and fonts are the page's unless the page sets a custom property. */
export const STYLE = `
:host{display:block}
:host([hidden]){display:none}
ul{list-style:none;margin:0;padding:0;display:grid;gap:var(--magpie-gap,1rem);overflow-wrap:anywhere}
a{color:var(--magpie-link-color,inherit)}
img{width:var(--magpie-icon-size,1.25em);height:var(--magpie-icon-size,1.25em);object-fit:contain;vertical-align:text-bottom;margin-inline-end:.5em;border-radius:var(--magpie-radius,4px)}
p{margin:.25em 0 0;color:var(--magpie-text-color,inherit)}
p[part=excerpt]{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:var(--magpie-excerpt-lines,3);overflow:hidden}
form{display:flex;flex-wrap:wrap;gap:.5em;margin-top:.5em}
input,button{font:inherit;padding:.3em .7em;border:1px solid var(--magpie-border-color,currentColor);border-radius:var(--magpie-radius,4px)}
input{flex:1 1 12em;min-width:0;color:var(--magpie-input-color,inherit);background:var(--magpie-input-background,transparent)}
button{cursor:pointer;color:var(--magpie-button-color,inherit);background:var(--magpie-button-background,transparent)}
button:disabled{opacity:.6;cursor:default}
p[role=status]{flex-basis:100%;margin:0}
p[role=status]:empty{position:absolute}
:focus-visible{outline:2px solid var(--magpie-focus-color,currentColor);outline-offset:2px}
`;
