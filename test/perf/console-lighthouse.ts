import { everyScreen } from "../console/every-screen.ts";
import { signedInLighthouse } from "../console/lighthouse.ts";
import { startPopulatedSystem } from "../console/populated-system.ts";
import type { Figure } from "./figures.ts";
import { printFigures } from "./figures.ts";

/** Points of a hundred that a screen may lack. */
const MAY_LACK = 5;

/** How fast every screen is on a phone by Lighthouse, which reckons with a slow processor and network: the points that it lacks. */
export async function consoleLighthouse(): Promise<readonly Figure[]> {
  const populated = await startPopulatedSystem();
  const lighthouse = await signedInLighthouse(populated);
  const figures: Figure[] = [];
  try {
    for (const { name, path } of everyScreen(populated)) {
      const { categories } = await lighthouse.judge(path, { onlyCategories: ["performance"] });
      figures.push({
        name: `performance by Lighthouse, phone, below 100: ${name}`,
        unit: "points",
        ours: 100 - 100 * (categories.performance?.score ?? Number.NaN),
        against: "95 of 100",
        theirs: MAY_LACK,
        aim: 1,
      });
    }
  } finally {
    await lighthouse.close();
    await populated.close();
  }
  return figures;
}

if (import.meta.main) printFigures(await consoleLighthouse());
