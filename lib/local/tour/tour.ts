import type { Outputs } from "../outputs.ts";
import { bookmarksTour } from "./bookmarks.ts";
import { booksTour } from "./books.ts";
import { consoleTour } from "./console.ts";
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
  readonly narrate: (line: string) => void;
}

/**
 * Demonstrates the system, feature by feature, through its public API, and narrates each step.
 *
 * @throws Error at the first unexpected outcome
 */
export async function tour({ outputs, sites, narrate }: TourOptions): Promise<void> {
  const leader = guide(outputs, sites, narrate);
  await slidesTour(leader);
  narrate("");
  await bookmarksTour(leader);
  narrate("");
  await booksTour(leader);
  narrate("");
  await mercariTour(leader);
  narrate("");
  await recommendationsTour(leader);
  narrate("");
  await consoleTour(leader);
}
