import { afterAll, beforeAll } from "vitest";
import type { ConsoleWorld } from "./console-world.ts";
import { consoleVisits } from "./console-world.ts";
import type { PopulatedSystem } from "./populated-system.ts";
import { startPopulatedSystem } from "./populated-system.ts";

/** The console of an administrator who has something on every screen, for the tests of a file. */
export interface PopulatedWorld {
  /** Throws before the first test. */
  readonly populated: PopulatedSystem;
  readonly visit: ConsoleWorld["visit"];
}

/** Starts it once for the tests of a file: the start takes as long as a walk over the screens. */
export function populatedWorld(): PopulatedWorld {
  let populated: PopulatedSystem;
  beforeAll(async () => {
    populated = await startPopulatedSystem();
  });
  afterAll(() => populated?.close());
  return {
    get populated() {
      return populated;
    },
    visit: consoleVisits(() => populated.system),
  };
}
