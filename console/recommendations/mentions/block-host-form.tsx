import { useState } from "preact/hooks";
import { ApiProblem } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { Form } from "../../parts/forms/form.tsx";
import { PLAIN } from "../../parts/forms/plain.ts";
import { TextField } from "../../parts/forms/text-field.tsx";
import { explain } from "../../parts/queries/explain.ts";
import { notify } from "../../status/status.tsx";
import { mentionTexts } from "./mention-texts.ts";

/** Blocks a host that a person types, whether or not it has sent anything. */
export function BlockHostForm({ onBlocked }: { readonly onBlocked: () => void }) {
  const t = translations(mentionTexts);
  const { mentions } = useSignedIn().library.client;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const block = async () => {
    const { host } = await mentions.block(typed.trim());
    // The person may have typed the next host meanwhile.
    setTyped((now) => (now === typed ? "" : now));
    onBlocked();
    notify(t.blocked(host));
  };
  const reason = (error: unknown) => {
    if (!(error instanceof ApiProblem) || error.status !== 400) return explain(error);
    setProblem(t.hostMissing);
    return null;
  };
  return (
    <div class="narrow sheet">
      <Form
        submit={t.block}
        onSubmit={() => {
          setProblem(null);
          return block;
        }}
        reason={reason}
      >
        <TextField label={t.host} hint={t.hostHint} problem={problem} value={typed} onType={setTyped} {...PLAIN} />
      </Form>
    </div>
  );
}
