import { useRef, useState } from "preact/hooks";
import { ApiProblem } from "../../../client/index.ts";
import { said } from "../../language/language.ts";
import { useAction } from "../../parts/answers/use-action.ts";
import { Field } from "../../parts/forms/field.tsx";
import { useSignedIn } from "../../shell/signed-in.ts";
import { tell } from "../../shell/status.tsx";
import { mentionTexts } from "./mention-texts.ts";

/** Blocks a host that a person types, before it sends anything or after. */
export function BlockHostForm({ onBlocked }: { readonly onBlocked: () => void }) {
  const t = said(mentionTexts);
  const { mentions } = useSignedIn().library.client;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const block = useAction(async () => {
    try {
      const { host } = await mentions.block(typed.trim());
      setProblem(null);
      setTyped("");
      onBlocked();
      tell(t.blocked(host));
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 400) throw error;
      setProblem(t.hostMissing);
      input.current?.focus();
    }
  });
  return (
    <form
      class="narrow"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        block.run();
      }}
    >
      <Field label={t.host} hint={t.hostHint} problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            ref={input}
            required
            autoComplete="off"
            autoCapitalize="off"
            spellcheck={false}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="actions">
        <button type="submit" aria-disabled={block.isBusy}>
          {t.block}
        </button>
      </div>
    </form>
  );
}
