import { useEffect, useState } from "preact/hooks";
import { deckAddressProblem } from "../../client/addresses/deck-address.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { deckError } from "../parts/deck-error.ts";
import { explain } from "../parts/queries/explain.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { knownValues } from "../parts/search/known-values.ts";
import { OneField } from "../parts/search/one-field.tsx";
import { useOneField } from "../parts/search/use-one-field.ts";
import type { FieldProps } from "../saved-items/list-kind.ts";
import { notify, notifyFailure } from "../status/status.tsx";
import { slidesTexts } from "./slides-texts.ts";

/** Explains why a field is refused; called again when the language changes. */
type Problem = () => string | null;

/**
 * The field that saves a deck and searches the list. The address is kept on this device before anything is sent. An address
 * that only the API can recognize as no deck's returns to the box with the reason, unless the person has begun to write
 * another one.
 */
export function SaveDeck({ q, onSearch }: FieldProps) {
  const t = translations(slidesTexts);
  const { library } = useSignedIn();
  const field = useOneField({ form: "stock", q, onSearch });
  const { box, text: address, write: setAddress } = field;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [savedKey, setSavedKey] = useState<string | null>(null);
  const refuse = (why: Problem) => {
    setProblem(() => why);
    box.current?.focus();
  };
  const save = useMutation(async () => {
    const url = address.trim();
    const code = url === "" ? null : deckAddressProblem(url);
    if (url === "") return refuse(() => translations(slidesTexts).addressMissing);
    if (code !== null) return refuse(() => deckError(code));
    const entry = await library.queue.enqueue({ create: "stock", body: { url } });
    setSavedKey(entry.idempotencyKey);
    setProblem(null);
    // The person may have typed the next address meanwhile.
    if (box.current?.value === address) setAddress("");
    notify(isOffline.value ? t.savedOffline : t.saved);
  });

  const refused = library.waiting.value.failed.find(({ idempotencyKey }) => idempotencyKey === savedKey);
  useEffect(() => {
    if (refused === undefined || !("create" in refused.intent)) return;
    const code = refused.lastError?.code ?? null;
    const why = deckError(code);
    if (why === null) return;
    const { url } = refused.intent.body;
    setSavedKey(null);
    if (address !== "") {
      notifyFailure(why);
      return;
    }
    notifyFailure(translations(slidesTexts).notSaved(url));
    setAddress(url);
    setProblem(() => () => deckError(code));
    library.queue.discard(refused).catch((error: unknown) => notifyFailure(explain(error)));
  }, [refused]);

  return (
    <OneField
      field={field}
      problem={problem?.() ?? null}
      known={() => knownValues(library, "stock")}
      isBusy={save.isBusy}
      onWrite={() => setProblem(null)}
      onSave={save.run}
    />
  );
}
