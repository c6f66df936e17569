import { isAbsent, isPresent } from "../../shared/table/expression.ts";
import { transitions } from "../../shared/table/transitions.ts";

/** The run of a job. It is stored in the job while it is in progress. */
export const RUN = transitions(
  "Run of a job",
  {
    idle: { holds: isAbsent("active"), enter: { remove: ["active"] } },
    running: { holds: isPresent("active"), enter: {} },
  },
  {
    request: {
      from: ["idle"],
      to: "running",
      when: "no run has ended since the job was read; by a schedule: the job has not changed since, either",
    },
    take: { from: ["running"], to: "running", when: "it is this run, and no other worker's lease is valid" },
    savePage: { from: ["running"], to: "running", when: "the worker holds the lease, and the cursors were not reset" },
    finish: {
      from: ["running"],
      to: "idle",
      when: "the worker holds the lease; with a cursor: the cursors were not reset",
    },
    giveUp: { from: ["running"], to: "idle", when: "it is this run, and no worker's lease is valid" },
  },
);
