import type { Outputs } from "../outputs.ts";
import { bookmarksTour } from "./bookmarks.ts";
import { booksTour } from "./books.ts";
import type { TourSites } from "./guide.ts";
import { guide } from "./guide.ts";
import { mercariTour } from "./mercari.ts";
import { recommendationsTour } from "./recommendations.ts";
import { slidesTour } from "./slides.ts";

/** What a tour works with. */
export interface TourOptions {
  readonly outputs: Outputs;
  readonly sites: TourSites;
  /** Takes the narration, a line at a time. */
  readonly tell: (line: string) => void;
}

/**
 * Tells what the system does while doing it, feature by feature, through the same API that everybody uses.
 *
 * @throws Error at the first thing that does not end as it should
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
