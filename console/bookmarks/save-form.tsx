import { useState } from "preact/hooks";
import { looksLikeDeck } from "../../client/addresses/deck-address.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { focusRefused } from "../parts/forms/focus-refused.ts";
import { pageAddress } from "../parts/forms/page-address.ts";
import { TextField } from "../parts/forms/text-field.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { knownValues } from "../parts/search/known-values.ts";
import { OneField } from "../parts/search/one-field.tsx";
import { useOneField } from "../parts/search/use-one-field.ts";
import { knownTags } from "../parts/tags/known-tags.ts";
import { LaterTagInput } from "../parts/tags/later-tag-input.tsx";
import { tagTexts } from "../parts/tags/tag-texts.ts";
import type { FieldProps } from "../saved-items/list-kind.ts";
import { saveIntent } from "../share/save-intent.ts";
import { notify } from "../status/status.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { followSave } from "./follow-save.ts";
import { rowOfPage } from "./row-of-page.ts";

/** The field that saves a page, also without a network, and searches the list. */
export function SaveForm({ q, onSearch, onThere }: FieldProps) {
  const t = translations(bookmarkTexts);
  const { library } = useSignedIn();
  const field = useOneField({ form: "bookmark", q, onSearch });
  const { box, text: typed } = field;
  const [title, setTitle] = useState("");
  const [note, setNote] = useState("");
  const [tags, setTags] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<keyof typeof t.problems | null>(null);
  const address = pageAddress(typed);

  /** Empties the form after a save, unless the person has typed the next address meanwhile. */
  const clear = () => {
    if (box.current?.value !== typed) return;
    field.write("");
    setTitle("");
    setNote("");
    setTags([]);
    box.current.focus();
  };
  const save = useMutation(async () => {
    if (!address.ok) {
      setProblem(address.why);
      box.current?.focus();
      return;
    }
    const { url } = address;
    const there = rowOfPage(library.synced.list({ type: "bookmark" }), url);
    if (there !== null) {
      // What was written about the page is kept nowhere else.
      if (`${title}${note}`.trim() === "" && tags.length === 0) field.write("");
      notify(t.there(there.title));
      onThere(there.key);
      return;
    }
    const entry = await library.queue.enqueue(saveIntent("bookmark", { url, title, note }, tags, "web"));
    notify(t.kept);
    followSave(library, entry, url);
    clear();
  });
  const saveDeck = useMutation(async () => {
    if (!address.ok) return;
    await library.queue.enqueue(saveIntent("stock", { url: address.url, title, note }, tags, "web"));
    notify(t.deckKept);
    clear();
  });
  return (
    <OneField
      field={field}
      problem={problem === null ? null : t.problems[problem]}
      known={() => knownValues(library, "bookmark")}
      isBusy={save.isBusy}
      onWrite={() => setProblem(null)}
      onSave={save.run}
    >
      <div role="status">
        {address.ok && looksLikeDeck(address.url) && (
          <p class="wrapping offer">
            {t.isDeck}{" "}
            <button
              type="button"
              onClick={({ currentTarget: { form } }) => {
                if (form === null || !focusRefused(form)) saveDeck.run();
              }}
            >
              {t.saveDeck}
            </button>
          </p>
        )}
      </div>
      <div class="page-details" hidden={!field.isAddress}>
        <LaterTagInput
          label={translations(tagTexts).tags}
          hint={translations(tagTexts).hintOfPage}
          tags={tags}
          known={() => knownTags(library)}
          onChange={setTags}
        />
        <details>
          <summary>{t.details}</summary>
          <TextField
            label={translations(partTexts).title}
            hint={translations(partTexts).titleHint}
            maxLength={500}
            value={title}
            onType={setTitle}
          />
          <TextField label={translations(partTexts).note} rows={3} maxLength={5_000} value={note} onType={setNote} />
        </details>
      </div>
    </OneField>
  );
}
