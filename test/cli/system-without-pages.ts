import { afterAll, beforeAll } from "vitest";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { System } from "../local/system.ts";

/**
 * A local system for the tests of a file or a block, in which no page exists: a bookmark's page is requested once and not
 * retried, which costs least.
 *
 * @returns the system, once the tests run
 */
export function systemWithoutPages(): () => System {
  let system: System;
  let missing: SimulatedSite;
  beforeAll(async () => {
    missing = await startSimulatedSite(() => htmlAnswer(404, "No such page."));
    system = await System.start({ "*": missing.origin });
  });
  afterAll(async () => {
    await system.close();
    await missing.close();
  });
  return () => system;
}
