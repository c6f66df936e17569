import { useState } from "preact/hooks";
import type { ImportReport } from "../../../client/moving/index.ts";
import { ArchiveFile, NO_ENTRIES, UnreadableCharset } from "../../../client/moving/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import type { ShownImport } from "../../library/background-import.ts";
import { importFile } from "../../library/import-file.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import type { MovedType } from "./moving-texts.ts";
import { movingTexts } from "./moving-texts.ts";
import { remarkWords } from "./remark-texts.ts";

export type ImportStep =
  /** `problem`: why the file that was chosen before can't be imported. */
  | { readonly name: "choosing"; readonly problem: string | null }
  | { readonly name: "checking" }
  /** `problem`: why it could not be begun. */
  | { readonly name: "checked"; readonly report: ImportReport; readonly problem: string | null }
  /** It runs in the background. */
  | { readonly name: "sending"; readonly shown: ShownImport }
  | { readonly name: "ended"; readonly report: ImportReport; readonly shown: ShownImport };

/** An import and its actions; an action that does not belong to the current step does nothing. */
export interface Import {
  readonly step: ImportStep;
  /** Of the file that was chosen; null before that. */
  readonly fileName: string | null;
  /** Whether decks among bookmarks become decks; `only` in an import of decks. */
  readonly slides: boolean | "only";
  readonly setSlides: (slides: boolean) => void;
  readonly check: (file?: File) => void;
  /** Has the entries of the checked file sent in the background. */
  readonly send: () => Promise<void>;
  /** Goes back to the choice of a file, and forgets the report of an import that has ended. */
  readonly begin: () => Promise<void>;
}

/** The import of this device, or the choice of a file, which is checked before it is imported. */
export function useImport(type: MovedType): Import {
  const t = translations(movingTexts);
  const { background, loadBackground } = useSignedIn().library;
  const [local, setLocal] = useState<ImportStep>({ name: "choosing", problem: null });
  const [slides, setSlides] = useState<boolean | "only">(type === "stock" && "only");
  const [file, setFile] = useState<File | null>(null);
  /** Of both passes: the second must derive the same keys as one that begins again. */
  const [now] = useState(() => new Date());

  const read = async (chosen: File) => {
    setLocal({ name: "checking" });
    const report = await importFile(null, chosen, { slides, now });
    const problem = problemOf(type, report);
    setLocal(problem === null ? { name: "checked", report, problem } : { name: "choosing", problem });
  };
  return {
    step: stepOf(background.value?.imports.shown.value ?? null) ?? local,
    fileName: file?.name ?? null,
    slides,
    setSlides,
    check: (chosen) => {
      if (chosen === undefined) return;
      setFile(chosen);
      read(chosen).catch((error: unknown) => {
        setLocal({ name: "choosing", problem: unreadable(error) });
      });
    },
    send: async () => {
      if (file === null || local.name !== "checked") return;
      const begun = { type, slides, now: now.toISOString(), total: local.report.entries };
      try {
        await (await loadBackground()).imports.begin(begun, file, NO_ENTRIES);
        setLocal({ name: "choosing", problem: null });
      } catch (error) {
        setLocal({ ...local, problem: t.notStored(String(error)) });
      }
    },
    begin: async () => {
      setFile(null);
      setLocal({ name: "choosing", problem: null });
      await background.peek()?.imports.dismiss();
    },
  };
}

function stepOf(shown: ShownImport | null): ImportStep | null {
  if (shown === null) return null;
  return shown.end === null ? { name: "sending", shown } : { name: "ended", shown, report: shown.report };
}

function unreadable(error: unknown): string {
  const t = translations(movingTexts);
  if (error instanceof ArchiveFile) return t.archive;
  return error instanceof UnreadableCharset ? t.charset(error.charset ?? "") : t.unreadable(String(error));
}

/** Why a file can't be imported; null if it can. */
function problemOf(type: MovedType, { created, refused, notDecks }: ImportReport): string | null {
  const t = translations(movingTexts)[type];
  const [first] = refused.first;
  if (created > 0 || (notDecks === 0 && refused.count > 1)) return null;
  return first === undefined || notDecks > 0 ? t.nothing : t.nothingIn(count(first.line), remarkWords(first));
}
