import { useLayoutEffect, useRef } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { Field } from "../forms/field.tsx";
import { movingTexts } from "./moving-texts.ts";

/** The box that chooses a file to import. It has the focus when the file before could not be imported. */
export function ChooseFile({
  problem,
  onChoose,
}: {
  readonly problem: string | null;
  readonly onChoose: (file?: File) => void;
}) {
  const t = translations(movingTexts);
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (problem !== null) box.current?.focus();
  }, [problem]);
  return (
    <Field label={t.file} hint={t.fileHint} problem={problem}>
      {(attributes) => (
        <div class="file-box">
          <label for={attributes.id} class="button">
            {t.choose}
          </label>
          {matchMedia("(any-hover: hover)").matches && <span>{t.drop}</span>}
          {/* Unseen over all of it: the browser's own words are in its language, not the console's. */}
          <input
            {...attributes}
            ref={box}
            type="file"
            accept=".html,.htm,.json,.jsonl,.csv,.tsv,.txt,text/html,application/json,text/csv,text/plain"
            onChange={(event) => onChoose(event.currentTarget.files?.[0])}
          />
        </div>
      )}
    </Field>
  );
}
