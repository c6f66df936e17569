import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ImportReport } from "../../../client/moving/index.ts";
import { importBookmarks, readBookmarks } from "../../../client/moving/index.ts";
import { count } from "../../language/format.ts";
import { said } from "../../language/language.ts";
import { isOffline } from "../../shell/offline.ts";
import { useSignedIn } from "../../shell/signed-in.ts";
import { explain } from "../answers/explain.ts";
import { Dialog } from "../forms/dialog.tsx";
import { Field } from "../forms/field.tsx";
import { fileText } from "./file-text.ts";
import type { MovedType } from "./moving-texts.ts";
import { movingTexts } from "./moving-texts.ts";
import { RemarkTable } from "./remark-table.tsx";

/** How far an import has come. */
type Step =
  | { readonly name: "choosing"; readonly problem: string | null }
  | { readonly name: "checking" }
  | { readonly name: "checked"; readonly report: ImportReport }
  | { readonly name: "sending"; readonly total: number; readonly done: number; readonly pauseSeconds: number | null }
  /** `problem`: why not all was sent; null if it was. */
  | { readonly name: "ended"; readonly report: ImportReport; readonly problem: string | null };

const NOTHING: ImportReport = { entries: 0, created: 0, existing: 0, stocks: 0, notDecks: 0, refused: [], leftOut: [] };

/**
 * Imports a file of bookmarks or, of such a file, the decks: it is checked first, then sent entry by entry. It opens when
 * it is rendered.
 */
export function ImportDialog({ type, onClose }: { readonly type: MovedType; readonly onClose: () => void }) {
  const t = said(movingTexts);
  const of = t[type];
  const { library } = useSignedIn();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState<Step>({ name: "choosing", problem: null });
  const [slides, setSlides] = useState<boolean | "only">(type === "stock" && "only");
  const [file, setFile] = useState<File | null>(null);
  /** Of the entries, in both passes: the second must derive the same keys as one that begins again. */
  const [now] = useState(() => new Date());
  const sending = useRef<AbortController | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
    return () => sending.current?.abort();
  }, []);

  const check = async (chosen: File) => {
    setStep({ name: "checking" });
    const report = await importBookmarks(null, readBookmarks(fileText(chosen)), { slides, now });
    const [first] = report.refused;
    const isOther = report.notDecks > 0;
    if (report.created === 0 && (isOther || report.refused.length < 2)) {
      const problem = first === undefined || isOther ? of.nothing : of.nothingIn(count(first.line), first.reason);
      setStep({ name: "choosing", problem });
    } else setStep({ name: "checked", report });
  };
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFile(chosen);
    check(chosen).catch((error: unknown) => setStep({ name: "choosing", problem: t.unreadable(String(error)) }));
  };
  const send = async (chosen: File, total: number) => {
    const ending = new AbortController();
    sending.current = ending;
    let latest = NOTHING;
    setStep({ name: "sending", total, done: 0, pauseSeconds: null });
    try {
      const report = await importBookmarks(library.client, readBookmarks(fileText(chosen)), {
        slides,
        now,
        signal: ending.signal,
        onProgress: (grown) => {
          latest = { ...grown };
          setStep({ name: "sending", total, done: grown.entries, pauseSeconds: null });
        },
        onRetry: ({ waitMs }) =>
          setStep({ name: "sending", total, done: latest.entries, pauseSeconds: Math.ceil(waitMs / 1_000) }),
      });
      setStep({ name: "ended", report, problem: null });
    } catch (error) {
      const done = count(latest.entries);
      const problem = ending.signal.aborted
        ? t.stopped(done, count(total))
        : t.interrupted(done, count(total), explain(error));
      setStep({ name: "ended", report: latest, problem });
    }
  };
  const start = (total: number) => {
    if (file !== null && !isOffline.peek()) void send(file, total);
  };
  const another = (
    <button
      type="button"
      onClick={() => {
        setFile(null);
        setStep({ name: "choosing", problem: null });
      }}
    >
      {t.another}
    </button>
  );
  const offline = isOffline.value && <p class="failure">{t.needsNetwork}</p>;
  return (
    <Dialog title={of.importTitle} dialog={dialog} onClose={onClose}>
      {step.name === "choosing" && (
        <Field label={t.file} hint={t.fileHint} problem={step.problem}>
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept=".html,.htm,.json,.csv,text/html,application/json,text/csv"
              onChange={(event) => choose(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
      )}
      <div role="status">
        {step.name === "checking" && <p>{t.checking}</p>}
        {step.name === "checked" && (
          <>
            <p>{of.checked(step.report.created, step.report.refused.length)}</p>
            <NotDecks report={step.report} />
          </>
        )}
        {step.name === "sending" && step.pauseSeconds !== null && <p>{t.pause(count(step.pauseSeconds))}</p>}
        {step.name === "ended" && <Summary type={type} report={step.report} problem={step.problem} />}
      </div>
      {step.name === "checked" && (
        <>
          {type === "bookmark" && (
            <label class="option-line" for={`${id}-slides`}>
              <input
                id={`${id}-slides`}
                type="checkbox"
                checked={slides === true}
                onChange={(event) => setSlides(event.currentTarget.checked)}
              />
              <span>{t.slides}</span>
            </label>
          )}
          {offline}
          <div class="actions">
            <button
              type="button"
              class="primary"
              aria-disabled={isOffline.value}
              onClick={() => start(step.report.entries)}
            >
              {t.start(count(step.report.created))}
            </button>
            {another}
          </div>
          <RemarkTable title={t.refused} remarks={step.report.refused} />
          <RemarkTable title={t.leftOut} remarks={step.report.leftOut} />
        </>
      )}
      {step.name === "sending" && (
        <>
          <progress aria-label={t.progress} value={step.done} max={step.total} />
          <p>{t.sending(count(step.done), count(step.total))}</p>
          <button type="button" onClick={() => sending.current?.abort()}>
            {t.stop}
          </button>
        </>
      )}
      {step.name === "ended" && (
        <>
          {step.problem !== null && offline}
          <div class="actions">
            {step.problem !== null && file !== null && (
              <button type="button" class="primary" onClick={() => choose(file)}>
                {t.goOn}
              </button>
            )}
            {another}
          </div>
          <RemarkTable title={t.refused} remarks={step.report.refused} />
          <RemarkTable title={t.leftOut} remarks={step.report.leftOut} />
        </>
      )}
    </Dialog>
  );
}

function Summary({
  type,
  report,
  problem,
}: {
  readonly type: MovedType;
  readonly report: ImportReport;
  readonly problem: string | null;
}) {
  const t = said(movingTexts);
  const { created, existing, refused, stocks } = report;
  return (
    <>
      {problem !== null && <p class="failure">{problem}</p>}
      <p>{t.ended(count(created), count(existing), count(refused.length))}</p>
      {type === "bookmark" && stocks > 0 && <p>{t.decks(stocks)}</p>}
      <NotDecks report={report} />
    </>
  );
}

/** How many pages of the file are not imported, since they are no decks. */
function NotDecks({ report: { notDecks } }: { readonly report: ImportReport }) {
  return notDecks === 0 ? null : <p>{said(movingTexts).notDecks(count(notDecks))}</p>;
}
