import { useEffect, useState } from "preact/hooks";
import { language, translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { RunButton } from "../parts/run-button.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { notify } from "../status/status.tsx";
import { settingsTexts } from "./settings-texts.ts";

/** Where Cognito's page for a new passkey leads back to, with `success` or another word as `result`. */
const PATH = "/app/settings";

/** Adding a passkey on Cognito's page, which asks nobody for a password: it knows who has signed in there within the last hour. */
export function PasskeySettings() {
  const t = translations(settingsTexts);
  const { config, session } = useSignedIn();
  const [result] = useState(() => new URLSearchParams(location.search).get("result"));
  useEffect(() => {
    if (result === null) return;
    if (result === "success") notify(t.passkeyAdded);
    history.replaceState(history.state, "", PATH);
  }, [result, t]);
  const { passkeys_url, client_id = "" } = config.sign_in ?? {};
  if (passkeys_url === undefined) return null;
  const redirect_uri = location.origin + PATH;
  return (
    <>
      <a class="button" href={`${passkeys_url}?${new URLSearchParams({ client_id, redirect_uri })}`}>
        {t.addPasskey}
      </a>
      <p class="hint">{t.passkeyHint}</p>
      {result !== null && result !== "success" && (
        <p class="failure">
          {t.passkeyNotAdded}{" "}
          <RunButton act={() => session.signIn(PATH, language.value)}>{translations(shellTexts).signInAgain}</RunButton>
        </p>
      )}
    </>
  );
}
