import { useRef, useState } from "preact/hooks";
import type { Job, JobSettings } from "../../../../client/index.ts";
import { ApiProblem } from "../../../../client/index.ts";
import { translations } from "../../../language/language.ts";
import { useSignedIn } from "../../../library/signed-in.ts";
import { CheckBox } from "../../../parts/forms/check-box.tsx";
import { Choice } from "../../../parts/forms/choice.tsx";
import { FormDialog } from "../../../parts/forms/form-dialog.tsx";
import { PLAIN } from "../../../parts/forms/plain.ts";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { partTexts } from "../../../parts/part-texts.ts";
import { explain } from "../../../parts/queries/explain.ts";
import { notify } from "../../../status/status.tsx";
import { jobTexts } from "../job-texts.ts";
import type { DraftProblems, JobDraft } from "./job-draft.ts";
import { changedDraft, draftOf, readDraft, settingsOf } from "./job-draft.ts";
import { jobFormTexts } from "./job-form-texts.ts";

/** The form of a job: of a new one, or of one that is changed. */
export function JobDialog({
  job,
  onSaved,
  onClose,
}: {
  /** Null: a new one. */
  readonly job: Job | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const t = translations(jobFormTexts);
  const { jobs } = useSignedIn().library.client;
  /** What the person began with: what others change meanwhile is no change of theirs. */
  const [begun] = useState(() => draftOf(job));
  const [draft, setDraft] = useState(begun);
  const [problems, setProblems] = useState<DraftProblems>({});
  const tried = useRef({ body: "", key: "" });
  const set = (changes: Partial<JobDraft>) => setDraft((before) => ({ ...before, ...changes }));

  const create = async (name: string, settings: JobSettings) => {
    // The same settings sent again are the same job: the answer to the first attempt may have been lost.
    const body = JSON.stringify([name, settings]);
    if (tried.current.body !== body) tried.current = { body, key: crypto.randomUUID() };
    await jobs.create({ name, ...settings }, { idempotencyKey: tried.current.key });
    notify(t.created(name));
    onSaved();
  };
  const change = async (name: string) => {
    if (JSON.stringify(draft) === JSON.stringify(begun)) {
      notify(translations(partTexts).unchanged);
      return;
    }
    // The API replaces all settings.
    const present = draftOf(await jobs.get(name));
    await jobs.replace(name, settingsOf(changedDraft(present, begun, draft)));
    notify(t.changed(name));
    onSaved();
  };
  const save = () => {
    const read = readDraft(draft);
    setProblems("problems" in read ? read.problems : {});
    if ("problems" in read) return null;
    return () => (job === null ? create(read.name, read.settings) : change(read.name));
  };
  const reason = (error: unknown) => {
    const code = error instanceof ApiProblem ? error.code : null;
    if (code === "name_taken") setProblems({ name: "taken" });
    return { name_taken: t.nameTaken, changed_meanwhile: t.changedMeanwhile }[code ?? ""] ?? explain(error);
  };
  const box = (
    field: "name" | "maxPerRun" | "langRestrict" | "country",
    label: string,
    hint: string,
    problem: string | null,
    attributes: { readonly inputMode?: "numeric" } = {},
  ) => (
    <TextField
      label={label}
      hint={hint}
      problem={problem}
      value={draft[field]}
      onType={(value) => set({ [field]: value })}
      {...PLAIN}
      {...attributes}
    />
  );
  const tick = (field: "enabled" | "checkForNew" | "notify", label: string) => (
    <CheckBox label={label} isOn={draft[field]} onChange={(isOn) => set({ [field]: isOn })} />
  );
  const { name, queries, maxPerRun, langRestrict, country } = problems;
  return (
    <FormDialog
      title={job === null ? translations(jobTexts).newJob : translations(partTexts).editTitle(job.name)}
      onSubmit={save}
      reason={reason}
      onClose={onClose}
    >
      {job === null && box("name", t.name, t.nameHint, name === undefined ? null : t.problems.name[name])}
      <TextField
        label={t.queries}
        hint={t.queriesHint}
        problem={queries === undefined ? null : t.problems.queries[queries]}
        rows={4}
        value={draft.queries}
        onType={(value) => set({ queries: value })}
        {...PLAIN}
      />
      {box(
        "maxPerRun",
        t.maxPerRun,
        t.maxPerRunHint,
        maxPerRun === undefined ? null : t.problems.maxPerRun[maxPerRun],
        { inputMode: "numeric" },
      )}
      <Choice
        label={t.schedule}
        value={draft.schedule}
        choices={entries({ "": translations(jobTexts).unscheduled, ...translations(jobTexts).schedules })}
        onChoose={(schedule) => set({ schedule })}
      />
      <div class="choice">
        {draft.schedule !== "" && tick("enabled", t.enabled)}
        {draft.schedule !== "" && tick("checkForNew", t.checkForNew)}
        {tick("notify", t.notify)}
      </div>
      <fieldset class="google-options">
        <legend>{t.google}</legend>
        <p class="hint">{t.googleHint}</p>
        <div class="job-columns">
          {box(
            "langRestrict",
            t.langRestrict,
            t.langHint,
            langRestrict === undefined ? null : t.problems.langRestrict[langRestrict],
          )}
          {box("country", t.country, t.countryHint, country === undefined ? null : t.problems.country[country])}
          <Choice
            label={translations(partTexts).order}
            value={draft.orderBy}
            choices={entries(t.orders)}
            onChoose={(orderBy) => set({ orderBy })}
          />
          <Choice
            label={t.printType}
            value={draft.printType}
            choices={entries(t.printTypes)}
            onChoose={(printType) => set({ printType })}
          />
          <Choice
            label={t.filter}
            value={draft.filter}
            choices={entries(t.filters)}
            onChoose={(filter) => set({ filter })}
          />
        </div>
      </fieldset>
    </FormDialog>
  );
}

function entries<Value extends string>(texts: Readonly<Record<Value, string>>): readonly (readonly [Value, string])[] {
  return Object.entries(texts) as [Value, string][];
}
