const words = (text: string): readonly string[] => text.split(" ");

/** The inline elements that a kept content may hold (docs/decisions/0042-kept-texts.md), except `img`. */
export const INLINE_ELEMENTS: ReadonlySet<string> = new Set(
  words("a abbr code em kbd mark rb rp rt ruby s samp span strong sub sup time"),
);

/** The elements of a page that are written as another element. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  acronym: "abbr",
  b: "strong",
  cite: "em",
  del: "s",
  dfn: "em",
  dir: "ul",
  h1: "h2",
  h5: "h4",
  h6: "h4",
  i: "em",
  menu: "ul",
  strike: "s",
  tfoot: "tbody",
  tt: "code",
  var: "em",
};

/** The name under which an element is written, if the content may hold it; its own name otherwise. */
export const writtenName = (name: string): string => WRITTEN_AS[name] ?? name;

/** How a block of the content is nested. */
interface Block {
  /** `text` holds inline elements only, `flow` also blocks, `parts` only the blocks that name it in `within`. */
  readonly holds: "text" | "flow" | "parts";
  /** The blocks that may be its parent; empty for a block that is allowed in any flow. */
  readonly within: readonly string[];
  /** The block that is opened inside it for a text that stands directly in it. */
  readonly textIn?: string;
  /** Kept even if it is empty, because its position has a meaning. */
  readonly keepsPlace?: true;
}

const text = { holds: "text", within: [] } as const;
const flow = { holds: "flow", within: [] } as const;

/** The blocks that a kept content may hold. */
export const BLOCKS: ReadonlyMap<string, Block> = new Map<string, Block>(
  Object.entries({
    p: text,
    h2: text,
    h3: text,
    h4: text,
    pre: text,
    blockquote: { ...flow, textIn: "p" },
    figure: { ...flow, textIn: "p" },
    figcaption: { ...flow, within: ["figure"] },
    ul: { holds: "parts", within: [], textIn: "li" },
    ol: { holds: "parts", within: [], textIn: "li" },
    li: { ...flow, within: ["ul", "ol"] },
    dl: { holds: "parts", within: [], textIn: "dd" },
    dt: { ...flow, within: ["dl"] },
    dd: { ...flow, within: ["dl"] },
    table: { holds: "parts", within: [], textIn: "tbody" },
    caption: { holds: "text", within: ["table"] },
    thead: { holds: "parts", within: ["table"], textIn: "tr" },
    tbody: { holds: "parts", within: ["table"], textIn: "tr" },
    tr: { holds: "parts", within: ["thead", "tbody"], textIn: "td" },
    th: { ...flow, within: ["tr"], keepsPlace: true },
    td: { ...flow, within: ["tr"], keepsPlace: true },
  } satisfies Record<string, Block>),
);

/** Blocks of a page that a content does not hold: where one begins or ends, a paragraph ends. */
export const BREAKING: ReadonlySet<string> = new Set(
  words(
    "address article aside body center details dialog div fieldset footer form header hgroup html label legend listing main nav optgroup option plaintext search section summary xmp",
  ),
);
