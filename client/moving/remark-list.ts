import type { ReadEntry } from "./file-entry.ts";
import type { Remark, RemarkCode } from "./remarks.ts";
import { remarkSentence } from "./remarks.ts";

/** A remark about one entry of a file. */
export interface EntryRemark extends Remark {
  /** The line of the file on which the entry begins. */
  readonly line: number;
  /** The entry's address, at most its first 200 characters; empty when it has none. */
  readonly url: string;
  /** The remark in English. */
  readonly reason: string;
}

/** The remarks on the entries of a file: the first ones, and how many there are. */
export interface Remarks {
  readonly count: number;
  /** How many there are of each code. */
  readonly counts: Readonly<Partial<Record<RemarkCode, number>>>;
  /** The first 1,000, in the order of the file. */
  readonly first: readonly EntryRemark[];
}

/** A file of another kind may give a remark on each of its lines. */
const MOST_REMARKS = 1_000;
const LONGEST_ADDRESS = 200;

/** Remarks that are collected, in memory that does not grow with the file. */
export class RemarkList implements Remarks {
  count: number;
  readonly counts: Partial<Record<RemarkCode, number>>;
  readonly first: EntryRemark[];

  /** @param before the remarks on the entries before */
  constructor({ count, counts, first }: Remarks = { count: 0, counts: {}, first: [] }) {
    this.count = count;
    this.counts = { ...counts };
    this.first = [...first];
  }

  add(entry: ReadEntry, remark: Remark): void {
    this.count += 1;
    this.counts[remark.code] = (this.counts[remark.code] ?? 0) + 1;
    if (this.first.length === MOST_REMARKS) return;
    // A copy of the characters: a slice would keep the file's whole text around it in memory.
    const url = "url" in entry ? Array.from(entry.url.slice(0, LONGEST_ADDRESS)).join("") : "";
    this.first.push({ line: entry.line, url, ...remark, reason: remarkSentence(remark) });
  }
}
