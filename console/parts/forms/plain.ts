/** Of a box for what is no prose, such as a name or an address: no keyboard and no browser corrects it. */
export const PLAIN = { autocapitalize: "none", spellcheck: false } as const;
