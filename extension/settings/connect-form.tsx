import { useState } from "preact/hooks";
import { translations } from "../../console/language/language.ts";
import { messageOf } from "../../console/language/message-of.ts";
import { PLAIN } from "../../console/parts/forms/plain.ts";
import { TextField } from "../../console/parts/forms/text-field.tsx";
import { findStage, siteUrlOf } from "../stage/find-stage.ts";
import type { Stage } from "../stage/stage.ts";
import { hostPattern, keepStage } from "../stage/stage.ts";
import { settingsTexts } from "./settings-texts.ts";
import { stageProblem } from "./stage-problem.ts";

/** The form by which a person tells once where their stage is. */
export function ConnectForm({ onConnected }: { readonly onConnected: (stage: Stage) => void }) {
  const t = translations(settingsTexts);
  const [typed, setTyped] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const connect = async () => {
    const siteUrl = siteUrlOf(typed);
    if (siteUrl === null) {
      setProblem(t.noAddress);
      return;
    }
    // The first that is waited for: browsers take the request only as a part of what the person has just done.
    const isAllowed = await chrome.permissions.request({ origins: [hostPattern(siteUrl)] });
    if (!isAllowed) {
      setProblem(t.notAllowed);
      return;
    }
    const stage = await findStage(siteUrl);
    await keepStage(stage);
    onConnected(stage);
  };
  const submit = () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    connect()
      .catch((error: unknown) => setProblem(stageProblem(error) ?? messageOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <form
      aria-label={t.connect}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{t.intro}</p>
      <TextField
        label={t.address}
        hint={t.addressHint}
        problem={problem}
        inputMode="url"
        value={typed}
        onType={setTyped}
        {...PLAIN}
      />
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {t.connect}
        </button>
        <span role="status">{isBusy ? t.connecting : ""}</span>
      </div>
    </form>
  );
}
