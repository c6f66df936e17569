import type { Language } from "./languages.ts";

/** The ways a notice is sent. */
export const CHANNELS = ["mail", "webhook"] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** The names of the kinds; each has a record in `kinds/`. */
export const KIND_NAMES = ["price", "books", "search_failing", "mention", "gone", "alarm"] as const;
export type NoticeKind = (typeof KIND_NAMES)[number];

/** The text of a notice in one language, from its data. It may hold text from outside: `notice.ts` makes it plain. */
interface NoticeWords<Data> {
  readonly title: (data: Data) => string;
  /** One that is an address is that alone. */
  readonly lines: (data: Data) => readonly string[];
}

/** All that one kind of notices differs in from the others. */
export interface NoticeKindOf<Data> {
  readonly kind: NoticeKind;
  readonly seenBy: "everybody" | "administrators";
  /** How it is sent, to administrators. */
  readonly channels: readonly ChannelName[];
  /** What the digest of a day says that its notices are of; null: each is sent by itself, however many there are. */
  readonly digest: Readonly<Record<Language, string>> | null;
  /** What its mails say of the next step. */
  readonly mailHint?: Readonly<Record<Language, string>>;
  readonly link: (data: Data) => {
    /** What it is about, outside of the console. */
    readonly url: string | null;
    /** Path of the console's screen where one acts. */
    readonly screen: string;
  };
  readonly words: Readonly<Record<Language, NoticeWords<Data>>>;
}
