import { useEffect, useRef, useState } from "preact/hooks";
import type { ImportReport, Remarks } from "../../../client/moving/index.ts";
import { importBookmarks, readBookmarks } from "../../../client/moving/index.ts";
import { isOffline } from "../../device/offline.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../shell/signed-in.ts";
import { explain } from "../queries/explain.ts";
import { fileText } from "./file-text.ts";
import type { MovedType } from "./moving-texts.ts";
import { movingTexts } from "./moving-texts.ts";
import { remarkWords } from "./remark-texts.ts";

/** How far an import has come. */
export type ImportStep =
  /** `problem`: why the file that was chosen before can't be imported. */
  | { readonly name: "choosing"; readonly problem: string | null }
  | { readonly name: "checking" }
  | { readonly name: "checked"; readonly report: ImportReport }
  | { readonly name: "sending"; readonly total: number; readonly done: number; readonly pauseSeconds: number | null }
  /** `problem`: why not all was sent; null if it was. */
  | { readonly name: "ended"; readonly report: ImportReport; readonly problem: string | null };

/** An import, and what a person can do with it; what does not fit its step does nothing. */
export interface Import {
  readonly step: ImportStep;
  /** Whether decks among bookmarks become decks; `only` in an import of decks. */
  readonly slides: boolean | "only";
  readonly setSlides: (slides: boolean) => void;
  /** Reads and checks a file; without one, the file that was chosen before. */
  readonly check: (file?: File) => void;
  /** Sends the entries of the checked file. */
  readonly send: () => void;
  readonly stop: () => void;
  /** Goes back to the choice of a file. */
  readonly begin: () => void;
}

const NONE: Remarks = { count: 0, counts: {}, first: [] };
const NOTHING: ImportReport = {
  ...{ entries: 0, created: 0, existing: 0, stocks: 0, notDecks: 0, withoutZone: 0 },
  ...{ refused: NONE, leftOut: NONE },
};

/** Imports files one after the other: each is checked first, then sent entry by entry, until the dialog is closed. */
export function useImport(type: MovedType): Import {
  const t = translations(movingTexts);
  const { library } = useSignedIn();
  const [step, setStep] = useState<ImportStep>({ name: "choosing", problem: null });
  const [slides, setSlides] = useState<boolean | "only">(type === "stock" && "only");
  const [file, setFile] = useState<File | null>(null);
  /** Of the entries, in both passes: the second must derive the same keys as one that begins again. */
  const [now] = useState(() => new Date());
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const read = async (chosen: File) => {
    setStep({ name: "checking" });
    const report = await importBookmarks(null, readBookmarks(fileText(chosen)), { slides, now });
    const problem = problemOf(type, report);
    setStep(problem === null ? { name: "checked", report } : { name: "choosing", problem });
  };
  const sendAll = async (chosen: File, total: number) => {
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
  return {
    step,
    slides,
    setSlides,
    check: (chosen = file ?? undefined) => {
      if (chosen === undefined) return;
      setFile(chosen);
      read(chosen).catch((error: unknown) => setStep({ name: "choosing", problem: t.unreadable(String(error)) }));
    },
    send: () => {
      if (file !== null && step.name === "checked" && !isOffline.peek()) void sendAll(file, step.report.entries);
    },
    stop: () => sending.current?.abort(),
    begin: () => {
      setFile(null);
      setStep({ name: "choosing", problem: null });
    },
  };
}

/** Why a file can't be imported; null if it can. */
function problemOf(type: MovedType, { created, refused, notDecks }: ImportReport): string | null {
  const t = translations(movingTexts)[type];
  const [first] = refused.first;
  if (created > 0 || (notDecks === 0 && refused.count > 1)) return null;
  return first === undefined || notDecks > 0 ? t.nothing : t.nothingIn(count(first.line), remarkWords(first));
}
