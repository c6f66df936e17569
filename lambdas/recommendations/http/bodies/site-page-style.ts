/**
 * The style of the page at our site's root. Every pair of colours has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3), and
 * 3 to 1 around fields (1.4.11), in the light and in the dark scheme.
 */
export const SITE_PAGE_STYLE = `
:root{color-scheme:light dark;--text:#1b1b1b;--muted:#555;--page:#fff;--link:#0b57a4;--line:#767676}
@media(prefers-color-scheme:dark){:root{--text:#ececec;--muted:#b4b4b4;--page:#161616;--link:#8ab8ff;--line:#8a8a8a}}
body{max-width:40rem;margin:2rem auto;padding:0 1rem;font-family:system-ui,sans-serif;line-height:1.5;overflow-wrap:anywhere;color:var(--text);background:var(--page)}
ul{list-style:none;margin:0;padding:0}
li{margin:0 0 2rem}
h3{margin:0;font-size:1.125rem}
p{margin:.25rem 0 0}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.icon{width:1.5rem;height:1.5rem;margin-inline-end:.5rem;object-fit:contain;vertical-align:text-bottom;border-radius:4px}
.image{display:block;max-width:100%;max-height:16rem;margin-top:.5rem;border-radius:4px}
.excerpt{color:var(--muted)}
form{display:flex;flex-wrap:wrap;align-items:end;gap:.5rem;margin-top:.5rem}
label{display:grid;flex:1 1 14rem;font-size:.875rem}
input,button{font:inherit;padding:.375rem .75rem;border:1px solid var(--line);border-radius:4px;color:var(--text);background:var(--page)}
button{cursor:pointer}
form p{flex-basis:100%;margin:0}
form p:empty{position:absolute}
`;
