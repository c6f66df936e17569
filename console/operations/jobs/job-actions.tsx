import type { IconNode } from "lucide";
import { Pencil, Play, RotateCcw, Sparkles } from "lucide";
import { useState } from "preact/hooks";
import type { Job } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { DeleteButton } from "../../parts/delete-button.tsx";
import { useAsked, useAskedDeletion } from "../../parts/forms/use-asked.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ActionName } from "../../parts/item-actions.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import type { Reread } from "../../parts/queries/use-polling.ts";
import { notify } from "../../status/status.tsx";
import { JobDialog } from "./form/job-dialog.tsx";
import { jobTexts } from "./job-texts.ts";
import { useRunNow } from "./use-run-now.ts";

export function JobActions({
  job,
  describedBy,
  answer,
  onDeleted,
}: {
  readonly job: Job;
  /** Id of the heading that tells these buttons from those of other jobs. */
  readonly describedBy?: string;
  /** By which the job is shown: read again when it has changed. */
  readonly answer: Reread;
  readonly onDeleted: () => void;
}) {
  const t = translations(jobTexts);
  const { client } = useSignedIn().library;
  const [isEditing, setEditing] = useState(false);
  const runNow = useRunNow(job, answer);
  const question = { title: t.resetTitle(job.name), text: t.resetText, confirm: t.resetConfirm };
  const reset = useAsked(question, async () => {
    notify(t.reset(await client.jobs.resetCursors(job.name)));
    answer.reload();
  });
  const deletion = useAskedDeletion({ title: t.deleteTitle(job.name), text: t.deleteText }, async () => {
    await client.jobs.delete(job.name);
    notify(t.deleted(job.name));
    onDeleted();
  });
  const button = (icon: IconNode, label: string, run: () => void, isBusy = false) => (
    <button type="button" aria-describedby={describedBy} aria-disabled={isBusy} onClick={() => !isBusy && run()}>
      <Icon icon={icon} />
      <ActionName>{label}</ActionName>
    </button>
  );
  return (
    <div class="actions">
      {runNow.isBusy && <progress class="run-progress" aria-label={t.progress(job.name)} />}
      {button(Play, t.runNow, () => runNow.run("collect"), runNow.isBusy)}
      {job.is_exhausted && button(Sparkles, t.checkForNew, () => runNow.run("check_for_new"), runNow.isBusy)}
      {button(RotateCcw, t.resetCursor, reset.ask, reset.isBusy)}
      {button(Pencil, translations(partTexts).edit, () => setEditing(true))}
      <DeleteButton describedBy={describedBy} isBusy={deletion.isBusy} onDelete={deletion.ask} />
      {isEditing && <JobDialog job={job} onSaved={answer.reload} onClose={() => setEditing(false)} />}
      {reset.dialog}
      {deletion.dialog}
    </div>
  );
}
