interface Charset {
  readonly charset: string;
  readonly usual: string;
  readonly all: string;
  /** Characters without which a text is hardly in its language. */
  readonly kana?: RegExp;
}

/**
 * The ranges of the usual characters are those of the charsets' own first levels: the kanji of JIS X 0208 and the hanzi of
 * GB 2312 and Big5 are ordered by use, and KS X 1001 has all hangul before the hanja.
 */
const TWO_BYTES: readonly Charset[] = [
  {
    charset: "shift_jis",
    usual: "\\x82[\\x4f-\\xf1]|\\x83[\\x40-\\x96]|\\x81[\\x40-\\xac]|[\\x88-\\x97][\\x40-\\xfc]|\\x98[\\x40-\\x72]",
    all: "[\\x81-\\x9f\\xe0-\\xfc][\\x40-\\xfc]|[\\xa1-\\xdf]",
    kana: /\x82[\x9f-\xf1]|\x83[\x40-\x96]/g,
  },
  {
    charset: "euc-jp",
    usual: "[\\xa1\\xa3-\\xa5\\xb0-\\xcf][\\xa1-\\xfe]",
    all: "[\\xa1-\\xfe][\\xa1-\\xfe]|\\x8e[\\xa1-\\xdf]|\\x8f[\\xa1-\\xfe]{2}",
    kana: /\xa4[\xa1-\xf3]|\xa5[\xa1-\xf6]/g,
  },
  { charset: "euc-kr", usual: "[\\xa1-\\xa3\\xb0-\\xc8][\\xa1-\\xfe]", all: "[\\x81-\\xfe][\\x41-\\xfe]" },
  { charset: "big5", usual: "[\\xa1-\\xc6][\\x40-\\x7e\\xa1-\\xfe]", all: "[\\x81-\\xfe][\\x40-\\x7e\\xa1-\\xfe]" },
  { charset: "gb18030", usual: "[\\xa1\\xa3\\xb0-\\xd7][\\xa1-\\xfe]", all: "[\\x81-\\xfe][\\x40-\\xfe]" },
];

/** The share of usual characters, and of kana, that identifies a charset; the characters that a text in hangul needs. */
const USUAL_SHARE = 0.9;
const KANA_SHARE = 0.15;
const LEAST_HANGUL = 12;

/** Letters and signs that are the same in the charsets of Western and Central Europe and of Turkish. */
const AGREED =
  /[\x80\x84\x85\x91-\x97\xa0\xa7\xa9\xab\xae\xb0\xb7\xbb\xc1\xc2\xc4\xc7\xc9\xcb\xcd\xce\xd3\xd4\xd6\xda\xdc\xdf\xe1\xe2\xe4\xe7\xe9\xeb\xed\xee\xf3\xf4\xf6\xfa\xfc]/g;
/** Further letters of Western Europe, which are others in Central Europe: à, å, æ, è, ê, ï, ñ, ø, ù. */
const WESTERN = /[\xc0\xc5\xc6\xc8\xca\xd1\xd8\xe0\xe5\xe6\xe8\xea\xef\xf1\xf8\xf9]/g;
const AGREED_SHARE = 0.4;

/** Letters of Russian; the small ones; its last one, which other alphabets leave out at that place. */
const CYRILLIC = /[\xc0-\xff\xa8\xb8]/g;
const SMALL = /[\xe0-\xff\xb8]/g;
const LAST = /\xff/;
const LEAST_CYRILLIC = 20;

/**
 * Guesses the charset of a text that is not UTF-8.
 *
 * @param sample its bytes beyond ASCII, each with the one behind it, as a text of which each character is a byte
 * @returns the likeliest charset, and whether there is hardly a doubt
 */
export function guessedCharset(sample: string): { readonly charset: string | null; readonly isCertain: boolean } {
  const beyond = count(sample, /[\x80-\xff]/g);
  const likely = TWO_BYTES.filter((each) => usualShare(each, sample) >= USUAL_SHARE);
  const inKana = likely.find(({ kana }) => kana !== undefined && 2 * count(sample, kana) >= KANA_SHARE * beyond);
  if (inKana !== undefined) return { charset: inKana.charset, isCertain: true };
  const [first, second] = likely;
  if (first !== undefined && second === undefined) return { charset: first.charset, isCertain: true };
  // Hangul are among the usual characters of the others. No Chinese or Japanese text of some length has only these.
  const korean = likely.find(({ charset }) => charset === "euc-kr");
  if (korean !== undefined) return { charset: "euc-kr", isCertain: beyond >= 2 * LEAST_HANGUL };
  if (first !== undefined) return { charset: first.charset, isCertain: false };
  return guessedAlphabet(sample, beyond);
}

function guessedAlphabet(sample: string, beyond: number) {
  const [cyrillic, small] = [count(sample, CYRILLIC), count(sample, SMALL)];
  const [agreed, western] = [count(sample, AGREED), count(sample, WESTERN)];
  if (agreed + western === beyond) return { charset: "windows-1252", isCertain: agreed >= AGREED_SHARE * beyond };
  if (cyrillic >= USUAL_SHARE * beyond && small > cyrillic / 2) {
    return { charset: "windows-1251", isCertain: cyrillic >= LEAST_CYRILLIC && LAST.test(sample) };
  }
  return { charset: null, isCertain: false };
}

function usualShare({ usual, all }: Charset, sample: string): number {
  let [usuals, characters] = [0, 0];
  for (const match of sample.matchAll(new RegExp(`(${usual})|${all}|[\\x80-\\xff]`, "g"))) {
    characters += 1;
    if (match[1] !== undefined) usuals += 1;
  }
  return characters === 0 ? 0 : usuals / characters;
}

function count(sample: string, sign: RegExp): number {
  return Array.from(sample.matchAll(sign)).length;
}
