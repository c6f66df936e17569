import { translations } from "../language/language.ts";
import { partTexts } from "../parts/part-texts.ts";
import { shellTexts } from "../shell/shell-texts.ts";

/** The page before sign-in: what Magpie is, what it waits for or what is wrong, and one action. */
export function Welcome({
  busy = false,
  problem = null,
  details = null,
  action = null,
}: {
  readonly busy?: boolean;
  readonly problem?: string | null;
  /** For a report of the problem. */
  readonly details?: string | null;
  readonly action?: { readonly label: string; readonly run: () => void } | null;
}) {
  const t = translations(shellTexts);
  return (
    <main class="welcome" aria-busy={busy}>
      <img src="/app/icons/magpie.svg" alt="" width="72" height="72" />
      <h1>Magpie</h1>
      {busy ? <p role="status">{translations(partTexts).loading}</p> : <p>{t.about}</p>}
      {problem !== null && (
        <p role="alert" class="failure">
          {problem}
          {details !== null && <small>{details}</small>}
        </p>
      )}
      {action !== null && (
        <button type="button" class="primary" onClick={action.run}>
          {action.label}
        </button>
      )}
    </main>
  );
}
