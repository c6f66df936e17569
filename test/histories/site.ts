import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { response } from "../slides/deck-answers.ts";

/** How a site answers. */
export const MOODS = ["well", "gone", "busy", "silent", "broken"] as const;
export type Mood = (typeof MOODS)[number];

/** An external site. The title of what it answers says which edition of it was read. */
export class Site {
  readonly #well: (title: string) => Partial<OutboundResponse>;
  #mood: Mood = "well";
  /** Counts the changes of the site. */
  edition = 1;

  /** @param well its answer when it is well */
  constructor(well: (title: string) => Partial<OutboundResponse>) {
    this.#well = well;
  }

  change(mood: Mood): void {
    this.#mood = mood;
    this.edition += 1;
  }

  answer(): OutboundResponse {
    switch (this.#mood) {
      case "well":
        return response(this.#well(`edition ${this.edition}`));
      case "gone":
        return response({ status: 404 });
      case "busy":
        return response({ status: 429, retryAfterSeconds: 100 });
      case "broken":
        return response({ status: 503 });
      case "silent":
        throw new OutboundError("timeout", "the site");
    }
  }
}

/** The edition in a title; 0 without one. */
export function editionOf(title: string | null): number {
  return Number(/^edition (\d+)$/.exec(title ?? "")?.[1] ?? 0);
}
