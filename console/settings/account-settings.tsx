import { useState } from "preact/hooks";
import { isOffline } from "../device/offline.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { messageOf } from "../language/message-of.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { ConfirmDialog } from "../parts/forms/confirm-dialog.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { PasskeySettings } from "./passkey-settings.tsx";
import { Section } from "./section.tsx";
import { settingsTexts } from "./settings-texts.ts";

/** Who is signed in, and signing out, which deletes the copy of the person's library; what waits to be sent stays. */
export function AccountSettings() {
  const t = translations(settingsTexts);
  const { person, library } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  const { waiting, failed } = library.waiting.value;
  const held = waiting.length + failed.length;
  const signOut = useMutation(async () => {
    try {
      await library.signOut();
    } catch (error) {
      console.warn(`The end of the session has failed, or the issuer was not told of it: ${messageOf(error)}`);
      // Whether this device is signed out is read again from its storage; the library is closed.
      location.reload();
    }
  });
  return (
    <Section title={t.account}>
      <dl class="values">
        <dt>{t.name}</dt>
        <dd lang="">{person.name}</dd>
        <dt>{t.role}</dt>
        <dd>{person.isAdmin ? t.administrator : t.user}</dd>
      </dl>
      <PasskeySettings />
      <button
        type="button"
        // Without a connection the issuer would keep the session, and the next start would sign the person in again.
        disabled={signOut.isBusy || isOffline.value}
        onClick={held > 0 ? () => setAsking(true) : signOut.run}
      >
        {t.signOut}
      </button>
      <p class="hint">{isOffline.value ? t.signOutOffline : t.signOutHint}</p>
      {isAsking && (
        <ConfirmDialog
          title={t.askSignOut}
          text={t.heldBack(count(held))}
          confirm={t.signOut}
          keep={t.stay}
          onConfirm={signOut.run}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
