import { translations } from "../language/language.ts";
import { Options } from "../parts/forms/options.tsx";
import { shareTexts } from "./share-texts.ts";

/** Chooses what a shared page becomes. */
export function SaveAs({
  type,
  onChoose,
}: {
  readonly type: "bookmark" | "stock";
  readonly onChoose: (type: "bookmark" | "stock") => void;
}) {
  const t = translations(shareTexts);
  return (
    <Options
      label={t.as}
      value={type}
      options={[
        ["bookmark", t.bookmark],
        ["stock", t.slides],
      ]}
      onChoose={onChoose}
    />
  );
}
