import fc from "fast-check";
import type { JobAct, ModelSettings } from "./book-model.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./fault.ts";
import type { CommonInvoked, Step } from "./steps.ts";
import { histories, mostly } from "./steps.ts";

/** The queries of jobs, and how many volumes Google finds for each. */
export const VOLUMES = { lighthouses: 5, whales: 3 } as const;

export const NAMES = ["lights", "books"] as const;

/** An administrator's request about the job of a name. */
export interface JobRequest {
  readonly what: "request";
  readonly name: (typeof NAMES)[number];
  readonly act: JobAct;
  readonly fault: Fault | null;
}

type Own = JobRequest | { readonly what: "schedule"; readonly fault: Fault | null };
export type BookInvoked = Own | CommonInvoked;
export type BookStep = Step<BookInvoked>;

const settings: fc.Arbitrary<ModelSettings> = fc.record({
  query: mostly(["lighthouses", "whales"] as const),
  max: fc.constantFrom(80, 3, 0),
  schedule: fc.constantFrom("hourly" as const, "daily" as const, null),
  enabled: mostly([true, false]),
});
const act: fc.Arbitrary<JobAct> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("create" as const, "replace" as const), settings }) },
  { weight: 5, arbitrary: fc.record({ do: mostly(["run", "read"] as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "reset" as const) }) },
);

/** Generates histories of jobs that administrators create, change, run and delete, and that the schedule runs. */
export const bookHistories: fc.Arbitrary<readonly BookStep[]> = histories<Own>(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ what: fc.constant("request" as const), name: mostly(NAMES), act, fault: faults(6) }),
    },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("schedule" as const), fault: faults(6) }) },
  ),
  20,
);
