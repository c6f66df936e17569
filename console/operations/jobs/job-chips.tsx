import type { Job } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { StatusChip } from "../../parts/status-chip.tsx";
import { jobTexts } from "./job-texts.ts";

export function JobChips({ job }: { readonly job: Job }) {
  const t = translations(jobTexts);
  return (
    <p class="facts">
      {job.last_run?.status === "running" && <StatusChip text={t.running} tone="good" />}
      {job.is_stuck && <StatusChip text={t.stuck} tone="bad" />}
      {job.is_exhausted && <StatusChip text={t.exhausted} tone="warn" />}
      {job.total_beyond !== null && <StatusChip text={t.moreResults(count(job.total_beyond))} tone="warn" />}
      <StatusChip text={job.schedule === null ? t.unscheduled : t.schedules[job.schedule]} tone="plain" />
      {job.schedule !== null && !job.enabled && <StatusChip text={t.disabled} tone="warn" />}
      {job.notify && <StatusChip text={t.notifies} tone="plain" />}
    </p>
  );
}
