/** The general categories of Unicode but for surrogates, which a regular expression sees as pairs. */
const CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co Cn".split(" ");

/** Characters of one category that are in a run, from all of its characters at equal distances. */
const IN_A_RUN = 12;

/** The basic and the first supplementary plane, and the tags and selectors of the fourteenth, without surrogates. */
const CHARACTERS = [
  ...Array.from({ length: 0x2_0000 }, (_, at) => at).filter((point) => point < 0xd800 || point > 0xdfff),
  ...Array.from({ length: 0x200 }, (_, at) => 0xe_0000 + at),
].map((point) => String.fromCodePoint(point));

function ofCategory(category: string): string {
  const pattern = new RegExp(`^\\p{gc=${category}}$`, "u");
  const all = CHARACTERS.filter((character) => pattern.test(character));
  return Array.from({ length: IN_A_RUN }, (_, at) => all[Math.floor((at * all.length) / IN_A_RUN)] ?? "").join("");
}

/** Sequences for which Unicode's algorithms have rules of their own. */
const SEQUENCES = {
  "a mark": "\u0301",
  "marks out of canonical order": "\u0301\u0316",
  "marks of widths and scripts": "\uff9e\u0301\u3099\u0f71\u0327",
  "a letter with many marks": `e${"\u0301\u0316".repeat(8)}`,
  "marks that join nothing": "\u034f\u0301\u200d\u0316",
  "Jamo of a syllable": "\u1112\u1161\u11ab",
  "leading Jamo": "\u1100",
  "vowel Jamo": "\u1161",
  "trailing Jamo": "\uac00\u11a8\u11a8",
  "halfwidth Jamo": "\uffa1\uffc2\uffa0",
  "emoji with joiners": "\u{1f468}\u200d\u{1f469}\u200d",
  joiners: "\u200d\u200c",
  "invisible characters": "\u200b\u00ad\ufeff\u2060",
  "a variation selector": "\ufe0f",
  "a selector after an emoji": "\u2764\ufe0f",
  "ideographic selectors": "\u6f22\u{e0100}",
  "bidi overrides": "\u202e",
  "bidi isolates": "\u2067\u05d0\u2069a",
  "bidi marks": "\u061c\u200e\u200f",
  "high surrogates": "\ud83d",
  "low surrogates": "\udc26",
  "swapped surrogates": "\udc26\ud83d",
  "tag characters": "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}",
  "tags alone": "\u{e0067}",
  "regional indicators": "\u{1f1ef}",
  "characters that grow in NFKC": "\ufdfa",
  "characters that grow in capitals": "\u0390\ufb03\u00df",
  "characters with rules of case": "\u03a3\u0130\u0149",
  "fullwidth signs": "\uff1d\uffe5\uff11\uff0c",
  "Thai without spaces": "\u0e20\u0e32\u0e29\u0e33",
  "Devanagari conjuncts": "\u0915\u094d",
  "Kana and Han": "\u6f22\u3042\u30ab\u30fc",
  "line ends": "\u2028\u0085\r\v",
} as const;

/** Runs of characters of every kind, by what they are: a text is one of them, repeated. */
export const ALPHABETS: readonly (readonly [name: string, piece: string])[] = [
  ...CATEGORIES.map((category) => [`characters of the category ${category}`, ofCategory(category)] as const),
  ...Object.entries(SEQUENCES),
];
