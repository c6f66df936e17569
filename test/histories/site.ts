import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { response } from "../shared/outbound/outbound-response.ts";

/** How a site answers. */
export const MOODS = ["well", "gone", "busy", "silent", "broken"] as const;
export type Mood = (typeof MOODS)[number];

/** How a site that is well answers a request. The title says which edition of it was read. */
export type WellAnswer<R> = (title: string, request: R) => Partial<OutboundResponse>;

/** An external site. @template R what its answers depend on */
export class Site<R = void> {
  readonly #well: WellAnswer<R>;
  #mood: Mood = "well";
  /** Counts the changes of the site. */
  edition = 1;

  constructor(well: WellAnswer<R>) {
    this.#well = well;
  }

  change(mood: Mood): void {
    this.#mood = mood;
    this.edition += 1;
  }

  get isWell(): boolean {
    return this.#mood === "well";
  }

  answer(request: R): OutboundResponse {
    switch (this.#mood) {
      case "well":
        return response(this.#well(`edition ${this.edition}`, request));
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

/** The edition in a title; 0 without one. A page that a user has sent is later than all of the site: it is read before them. */
export function editionOf(title: string | null): number {
  if (title?.startsWith("shown ")) return Number.POSITIVE_INFINITY;
  return Number(/^edition (\d+)$/.exec(title ?? "")?.[1] ?? 0);
}
