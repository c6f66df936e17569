import { untrackedAddress } from "./untracked-address.ts";

/** The target of a mention. It is parsed once: a source may have any number of addresses that are compared with it. */
export interface MentionTarget {
  /** As it was sent. */
  readonly written: string;
  /** Without tracking parameters, as the URL standard serializes it. */
  readonly address: string;
  readonly origin: string;
}

/** Null for a text that is no address. */
export function mentionTarget(written: string): MentionTarget | null {
  const address = untrackedAddress(written);
  return address === null ? null : { written, address, origin: new URL(address).origin };
}
