import { useRef, useState } from "preact/hooks";
import { deckAddressProblem, looksLikeDeck } from "../../client/addresses/deck-address.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { deckError } from "../parts/deck-error.ts";
import { focusRefused } from "../parts/forms/focus-refused.ts";
import { PLAIN } from "../parts/forms/plain.ts";
import { TextField } from "../parts/forms/text-field.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { safeAddress } from "../parts/safe-address.ts";
import { knownTags } from "../parts/tags/known-tags.ts";
import { TagInput } from "../parts/tags/tag-input.tsx";
import { tagInputTexts } from "../parts/tags/tag-input-texts.ts";
import { tagTexts } from "../parts/tags/tag-texts.ts";
import { knownPage } from "./known-page.ts";
import { SaveAs } from "./save-as.tsx";
import { saveIntent } from "./save-intent.ts";
import { shareTexts } from "./share-texts.ts";
import type { SharedPage } from "./shared-page.ts";

type Type = "bookmark" | "stock";

/** The form `Save`, filled with what was shared. What it saves is kept on this device first. */
export function ShareForm({
  page,
  createdFrom,
  onSaved,
}: {
  readonly page: SharedPage;
  readonly createdFrom: "web" | "bookmarklet";
  readonly onSaved: (type: Type) => void;
}) {
  const t = translations(shareTexts);
  const { library } = useSignedIn();
  const [url, setUrl] = useState(page.url);
  const [title, setTitle] = useState(page.title);
  const [note, setNote] = useState(page.note);
  const [tags, setTags] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<Type | null>(null);
  const [isTried, setTried] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const type = chosen ?? (looksLikeDeck(url) ? "stock" : "bookmark");
  // Read, so that the form is rendered again with each change of the copy.
  void library.revision.value;
  const known = knownPage(library.synced, type, url);
  const problem = addressProblem(type, url);
  const save = useMutation(async () => {
    setTried(true);
    if (problem !== null) {
      box.current?.focus();
      return;
    }
    await library.queue.enqueue(saveIntent(type, { url, title, note }, tags, createdFrom));
    onSaved(type);
  });
  return (
    <form
      data-save
      class="narrow sheet"
      aria-label={translations(partTexts).save}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!focusRefused(event.currentTarget)) save.run();
      }}
    >
      <TextField
        label={translations(partTexts).address}
        problem={isTried || url === "" ? problem : null}
        box={box}
        inputMode="url"
        value={url}
        onType={setUrl}
        {...PLAIN}
      />
      {known !== null && <p class="quiet">{t.there(known)}</p>}
      <SaveAs type={type} onChoose={setChosen} />
      {type === "bookmark" && (
        <TextField
          label={translations(partTexts).title}
          hint={translations(partTexts).titleHint}
          maxLength={500}
          value={title}
          onType={setTitle}
        />
      )}
      <TextField label={translations(partTexts).note} rows={3} maxLength={5_000} value={note} onType={setNote} />
      <TagInput
        label={translations(tagTexts).tags}
        hint={type === "bookmark" ? translations(tagTexts).hintOfPage : translations(tagInputTexts).hint}
        tags={tags}
        known={() => knownTags(library)}
        onChange={setTags}
      />
      <button type="submit" class="primary" aria-disabled={save.isBusy}>
        {translations(partTexts).save}
      </button>
    </form>
  );
}

function addressProblem(type: Type, url: string): string | null {
  const t = translations(shareTexts);
  if (url.trim() === "") return t.noAddress;
  if (type === "stock") return deckError(deckAddressProblem(url));
  return safeAddress(url) === null ? t.notWeb : null;
}
