import { translations } from "../language/language.ts";
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
  const option = (value: "bookmark" | "stock", label: string) => (
    <label class="option">
      <input type="radio" name="save-as" checked={type === value} onChange={() => onChoose(value)} />
      {label}
    </label>
  );
  return (
    <fieldset class="options">
      <legend class="label">{t.as}</legend>
      {option("bookmark", t.bookmark)}
      {option("stock", t.slides)}
    </fieldset>
  );
}
