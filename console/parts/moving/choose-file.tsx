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
        <input
          {...attributes}
          ref={box}
          type="file"
          accept=".html,.htm,.json,.csv,text/html,application/json,text/csv"
          onChange={(event) => onChoose(event.currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}
