/**
 * How a request ended for its sender: `accepted`, with the API's promise; `refused`, for certain without an effect; or
 * `unknown`: its answer was lost, or said that the service failed, so that both ends are permitted.
 */
export type Outcome = "accepted" | "refused" | "unknown";

/** What the senders of the load request. */
export type Feature = "stock" | "bookmark" | "import" | "run" | "crawl" | "recommendation" | "mention";
export type Verb = "save" | "change" | "delete" | "announce";

/** One request that was to have an effect. */
export interface Entry {
  readonly feature: Feature;
  readonly verb: Verb;
  /** Who sent it, e.g. `user-1`; several senders have no subject in common. */
  readonly sender: string;
  /** What it was about: an address, or the name of a job or of a product. */
  readonly subject: string;
  readonly outcome: Outcome;
  /** The id in the answer; null without one. */
  readonly id: string | null;
  /** The text that the request has set; null if it set none. */
  readonly text: string | null;
  /** Why it was refused, or why its answer was not one; null for an accepted one. */
  readonly reason: string | null;
  /** How often it was sent. */
  readonly attempts: number;
  /** Milliseconds since 1970 of its answer. */
  readonly at: number;
}

/** The load's own record of what was promised. Nothing in it is read from the system afterwards. */
export class Journal {
  readonly entries: Entry[] = [];
  /** Reads that were answered, and reads that were not, by what was read. */
  readonly reads = new Map<string, { answered: number; failed: number }>();
  /** When the system was interrupted: its process ended, or stood still. Milliseconds since 1970. */
  readonly interruptions: number[] = [];

  add(entry: Entry): void {
    this.entries.push(entry);
  }

  read(what: string, isAnswered: boolean): void {
    const counts = this.reads.get(what) ?? { answered: 0, failed: 0 };
    counts[isAnswered ? "answered" : "failed"] += 1;
    this.reads.set(what, counts);
  }

  /** The entries of some features by sender and subject, each in the order of their answers. */
  bySubject(...features: readonly Feature[]): Map<string, Entry[]> {
    const found = this.entries.filter(({ feature }) => features.includes(feature));
    return Map.groupBy(found, ({ feature, sender, subject }) => `${feature} ${sender} ${subject}`);
  }
}
