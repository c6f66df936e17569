import type { Alarm } from "../../client/index.ts";
import { FailedState } from "../parts/queries/failed-state.tsx";
import type { Query } from "../parts/queries/use-query.ts";
import { FiringAlarms } from "./alarms/firing-alarms.tsx";
import { FailedJobsView } from "./failed-jobs/failed-jobs-view.tsx";
import { JobsView } from "./jobs/jobs-view.tsx";
import { QueuesView } from "./queues/queues-view.tsx";
import type { QueueWatch } from "./queues/use-queue-watch.ts";

/** The items of each list on the overview. */
const SHOWN = 5;

/** The firing alarms, the queues, and the latest of everything else. */
export function Overview({
  alarms,
  queues,
}: {
  readonly alarms: Query<readonly Alarm[]>;
  readonly queues: QueueWatch;
}) {
  if (alarms.value === null && alarms.error !== null && queues.queues === null && queues.error !== null) {
    // Nothing can be read, as offline: each section would say the same.
    const retry = () => {
      alarms.reload();
      queues.reload();
    };
    return <FailedState error={queues.error} isLoading={alarms.isLoading} onRetry={retry} />;
  }
  return (
    <>
      <FiringAlarms alarms={alarms} />
      <QueuesView watch={queues} />
      <FailedJobsView shown={SHOWN} />
      <JobsView shown={SHOWN} />
    </>
  );
}
