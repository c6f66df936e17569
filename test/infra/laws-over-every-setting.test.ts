import { everySetting } from "./every-setting.ts";
import { loadLawsOver } from "./synthesized.ts";

/** What holds for prod holds for a stage that uses every setting. Left out are the files that name their stages themselves. */
const LAWS = [
  "alarms",
  "deletion",
  "event-sources",
  "functions",
  "queues",
  "roles",
  "routes",
  "schedules",
  "site",
  "tables-and-buckets",
  "topics",
] as const;

const asked = await loadLawsOver(["every-setting", everySetting], async () => {
  // The query makes a module of its own: test files share what they import, and a law would not be loaded twice.
  for (const name of LAWS) await import(`./${name}.test.ts?every-setting`);
});
if (asked < LAWS.length) throw new Error(`Of ${LAWS.length} laws only ${asked} looked at the stage with every setting`);
