import type { Stock } from "../../../client/index.ts";

/** What a deck has once its page was read. */
export const READY = {
  title: "Birds",
  status: "ready",
  author_name: "Ada",
  embed_url: "https://speakerdeck.com/player/31f86a9069ae0132dede22511952b5a3",
} as const satisfies Partial<Stock>;
