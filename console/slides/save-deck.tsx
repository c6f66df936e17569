import { useEffect, useRef, useState } from "preact/hooks";
import { deckAddressProblem } from "../../client/deck-address.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import { deckError } from "../parts/deck-error.ts";
import { AddressBox } from "../parts/forms/address-box.tsx";
import { Field } from "../parts/forms/field.tsx";
import { useTypedAddress } from "../parts/forms/typed-addresses.ts";
import { explain } from "../parts/queries/explain.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { notify, notifyFailure } from "../status/status.tsx";
import { slidesTexts } from "./slides-texts.ts";

/** Explains how a field is refused; asked again when the language changes. */
type Problem = () => string | null;

/**
 * The form `Save`: the address is kept on this device before anything is sent. An address that only the API knows to be
 * none of a deck comes back into the box with the reason, unless the person has begun to write another one.
 */
export function SaveDeck() {
  const t = translations(slidesTexts);
  const { library } = useSignedIn();
  const [address, setAddress] = useTypedAddress("stock");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [savedKey, setSavedKey] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
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
    <form
      class="toolbar save-deck"
      data-save
      aria-label={t.save}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.run();
      }}
    >
      <div class="grow">
        <Field label={t.address} hint={t.addressHint} problem={problem?.() ?? null}>
          {(attributes) => (
            <AddressBox
              attributes={attributes}
              box={box}
              value={address}
              onType={(text) => {
                setAddress(text);
                setProblem(null);
              }}
            />
          )}
        </Field>
      </div>
      <button type="submit" class="primary" aria-disabled={save.isBusy}>
        {t.save}
      </button>
    </form>
  );
}
