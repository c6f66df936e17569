import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneScreenOfEachKind } from "./every-screen.ts";
import type { Result, SignedInLighthouse } from "./lighthouse.ts";
import { signedInLighthouse } from "./lighthouse.ts";
import type { PopulatedWorld } from "./populated-world.ts";

/** Those that neither depend on how busy the machine is nor repeat axe; test/perf/console-lighthouse.ts has the performance. */
const CATEGORIES = ["best-practices", "seo"];
/** Of the performance, what does not depend on time either; what jumps is in loaded-screens.ts. */
const SIZE = "total-byte-weight";
/** A list of texts, and one of pictures. */
const SCREENS = ["bookmarks", "books"];
/** The simulated sites' pictures are of 32 by 18 pixels, and shown as those of real ones are. */
const LEFT_OUT = ["image-size-responsive"];
/** Bytes of the first screen, with its scripts and its data; the others find most of it on the device. */
const MOST_BYTES = 150_000;

/** What costs a category points. */
function lacks({ categories, audits }: Result): string[] {
  return CATEGORIES.flatMap((name) => {
    const { auditRefs = [], score = null } = categories[name] ?? {};
    const failed = auditRefs.filter(
      ({ id, weight }) => weight > 0 && audits[id]?.score !== 1 && audits[id]?.score !== null,
    );
    return score === 1 ? [] : [`${name} ${score}: ${failed.map(({ id }) => JSON.stringify(audits[id])).join("\n")}`];
  });
}

/** Milliseconds for the registry to send Lighthouse, where it was not yet installed. */
const INSTALLATION_MS = 300_000;

/**
 * What Lighthouse finds on a screen that is loaded by itself. What it judges of a single screen, which is its markup, axe judges
 * of every one (screen-laws.ts); the head, the policies and the scripts are the same for all.
 */
export function lighthouseFindsNothing(world: PopulatedWorld): void {
  describe("Lighthouse", () => {
    let judge: SignedInLighthouse;
    beforeAll(async () => {
      judge = await signedInLighthouse(world.populated);
    }, INSTALLATION_MS);
    afterAll(() => judge?.close());

    it.each(SCREENS)("finds nothing on the screen %s", async (name) => {
      const screen = oneScreenOfEachKind(world.populated).find((each) => each.name === name);
      const result = await judge.judge(screen?.path ?? "", {
        // Nothing is throttled, since no category of time is asked for; the other methods wait ten seconds more for each screen.
        throttlingMethod: "simulate",
        onlyCategories: CATEGORIES,
        onlyAudits: [SIZE],
        skipAudits: LEFT_OUT,
      });
      expect(lacks(result)).toEqual([]);
      expect(result.audits[SIZE]?.numericValue).toBeLessThanOrEqual(MOST_BYTES);
    });
  });
}
