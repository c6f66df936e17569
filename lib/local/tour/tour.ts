import type { Outputs } from "../outputs.ts";
import { bookmarksTour } from "./bookmarks.ts";
import { booksTour } from "./books.ts";
import type { TourSites } from "./guide.ts";
import { guide } from "./guide.ts";
import { mercariTour } from "./mercari.ts";
import { recommendationsTour } from "./recommendations.ts";
import { slidesTour } from "./slides.ts";

/** The inputs of a tour. */
export interface TourOptions {
  readonly outputs: Outputs;
  readonly sites: TourSites;
  /** Receives the narration, a line at a time. */
  readonly tell: (line: string) => void;
}

/**
 * Demonstrates the system, feature by feature, through its public API, and narrates each step.
 *
 * @throws Error at the first unexpected outcome
 */
export async function tour({ outputs, sites, tell }: TourOptions): Promise<void> {
  const leader = guide(outputs, sites, tell);
  await slidesTour(leader);
  tell("");
  await bookmarksTour(leader);
  tell("");
  await booksTour(leader);
  tell("");
  await mercariTour(leader);
  tell("");
  await recommendationsTour(leader);
}
