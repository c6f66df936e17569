import type { Outputs } from "../outputs.ts";
import { tourBookmarks } from "./bookmarks.ts";
import { tourBooks } from "./books.ts";
import { tourConsole } from "./console.ts";
import type { TourSites } from "./guide.ts";
import { guide } from "./guide.ts";
import { tourMercari } from "./mercari.ts";
import { tourRecommendations } from "./recommendations.ts";
import { tourSlides } from "./slides.ts";

export interface TourOptions {
  readonly outputs: Outputs;
  readonly sites: TourSites;
  /** The factor of every wait of the system. */
  readonly timeScale: number;
  /** Receives the narration, a line at a time. */
  readonly narrate: (line: string) => void;
}

/**
 * Demonstrates the system, feature by feature, through its public API, and narrates each step.
 *
 * @throws Error at the first unexpected outcome
 */
export async function tour({ outputs, sites, timeScale, narrate }: TourOptions): Promise<void> {
  const leader = guide(outputs, sites, timeScale, narrate);
  await tourSlides(leader);
  narrate("");
  await tourBookmarks(leader);
  narrate("");
  await tourBooks(leader);
  narrate("");
  await tourMercari(leader);
  narrate("");
  await tourRecommendations(leader);
  narrate("");
  await tourConsole(leader);
}
