import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { usePolling } from "../parts/queries/use-polling.ts";
import { useQuery } from "../parts/queries/use-query.ts";
import { Tabs } from "../parts/tabs.tsx";
import { NotFound } from "../shell/not-found.tsx";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { NOTICES_BEFORE, TABS } from "./addresses.ts";
import { AlarmsView } from "./alarms/alarms-view.tsx";
import { FailedJobsView } from "./failed-jobs/failed-jobs-view.tsx";
import { JobsView } from "./jobs/jobs-view.tsx";
import { operationsTexts } from "./operations-texts.ts";
import { Overview } from "./overview.tsx";
import { useQueueWatch } from "./queues/use-queue-watch.ts";

/** CloudWatch judges most alarms once a minute. */
const ALARMS_EVERY_MS = 60_000;

const NAMES = Object.keys(TABS) as (keyof typeof TABS)[];

export function OperationsScreen() {
  const { path, route } = useLocation();
  useEffect(() => {
    if (path === NOTICES_BEFORE) route("/app/notices", true);
  }, [path, route]);
  const name = NAMES.find((each) => TABS[each] === path);
  if (path === NOTICES_BEFORE) return null;
  if (name === undefined) return <NotFound />;
  return (
    <Screen title={translations(shellTexts).operations} adminsOnly>
      <Operations name={name} />
    </Screen>
  );
}

function Operations({ name }: { readonly name: keyof typeof TABS }) {
  const t = translations(operationsTexts);
  const { client } = useSignedIn().library;
  // Both last while the tab changes: the alarms are counted beside their tab, and a redrive is followed to its end.
  const alarms = useQuery("alarms", (signal) => client.alarms.list({ signal }));
  usePolling(ALARMS_EVERY_MS, alarms);
  const queues = useQueueWatch(name === "overview");
  const firing = alarms.value?.filter(({ state }) => state === "alarm").length ?? 0;
  const tabs = NAMES.map((each) => ({
    path: TABS[each],
    label: t[each],
    waiting: each === "alarms" && firing > 0 ? { count: count(firing), words: t.firing } : null,
  }));
  return (
    <Tabs label={t.tabs} tabs={tabs} current={TABS[name]}>
      {name === "overview" && <Overview alarms={alarms} queues={queues} />}
      {name === "failedJobs" && <FailedJobsView />}
      {name === "jobs" && <JobsView />}
      {name === "alarms" && <AlarmsView alarms={alarms} />}
    </Tabs>
  );
}
