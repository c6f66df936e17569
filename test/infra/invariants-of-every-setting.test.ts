import { everySetting } from "./every-setting.ts";
import { loadInvariantsOf } from "./synthesized.ts";

/**
 * Invariants of prod also hold for a stage with every setting. Files that name their stages themselves are left out.
 */
const INVARIANTS = [
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

const requested = await loadInvariantsOf(["every-setting", everySetting], async () => {
  // The query makes it another module: test files share their imports, and no module would be loaded twice.
  for (const name of INVARIANTS) await import(`./${name}.test.ts?every-setting`);
});
if (requested < INVARIANTS.length)
  throw new Error(`Of ${INVARIANTS.length} files only ${requested} used the stage with every setting`);
