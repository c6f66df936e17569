import { useEffect, useRef, useState } from "preact/hooks";
import { looksLikeDeck } from "../../client/addresses/deck-address.ts";
import { translations } from "../../console/language/language.ts";
import { messageOf } from "../../console/language/message-of.ts";
import { CheckBox } from "../../console/parts/forms/check-box.tsx";
import { TextField } from "../../console/parts/forms/text-field.tsx";
import { hostOf } from "../../console/parts/host-of.ts";
import { partTexts } from "../../console/parts/part-texts.ts";
import { knownTags } from "../../console/parts/tags/known-tags.ts";
import { TagInput } from "../../console/parts/tags/tag-input.tsx";
import { tagTexts } from "../../console/parts/tags/tag-texts.ts";
import { SaveAs } from "../../console/share/save-as.tsx";
import { saveIntent } from "../../console/share/save-intent.ts";
import type { Library } from "../saving/library.ts";
import type { PageProblem } from "./keep-page.ts";
import { keepPage } from "./keep-page.ts";
import type { ShownPage } from "./opened.ts";
import { popupTexts } from "./popup-texts.ts";

/** The form that saves the page that the person looks at: kept in this browser first, then sent. */
export function SaveForm({
  page,
  type,
  library,
  onChoose,
  onSaved,
}: {
  readonly page: ShownPage;
  readonly type: "bookmark" | "stock";
  readonly library: Library;
  readonly onChoose: (type: "bookmark" | "stock") => void;
  readonly onSaved: (problem: PageProblem | null) => void;
}) {
  const t = translations(popupTexts);
  const tags = translations(tagTexts);
  const [title, setTitle] = useState(page.title);
  const [note, setNote] = useState(page.note);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isAsSeen, setAsSeen] = useState(page.isAsSeen);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // Whoever has opened the window by a shortcut types tags, or presses Enter to save.
  useEffect(() => form.current?.querySelector<HTMLElement>("[role=combobox]")?.focus(), []);
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const intent = saveIntent(type, { url: page.url, title, note }, chosen, "extension");
      onSaved(await keepPage(library, intent, type === "bookmark" && isAsSeen ? page.tabId : null));
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      aria-label={t.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p class="site quiet" lang="">
        {hostOf(page.url)}
      </p>
      {looksLikeDeck(page.url) && <SaveAs type={type} onChoose={onChoose} />}
      {type === "bookmark" && (
        <TextField label={translations(partTexts).title} maxLength={500} value={title} onType={setTitle} />
      )}
      <TagInput label={tags.tags} tags={chosen} known={() => knownTags(library)} onChange={setChosen} />
      <TextField
        label={translations(partTexts).note}
        rows={page.note === "" ? 2 : 4}
        maxLength={5_000}
        value={note}
        onType={setNote}
      />
      {type === "bookmark" && <CheckBox label={t.asSeen} isOn={isAsSeen} onChange={setAsSeen} />}
      {problem !== null && (
        <p role="alert" class="failure">
          {problem}
        </p>
      )}
      <button type="submit" class="primary wide-button" aria-disabled={isBusy}>
        {translations(partTexts).save}
      </button>
    </form>
  );
}
