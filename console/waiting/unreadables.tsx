import { useId } from "preact/hooks";
import type { Unreadable } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { waitingScreenTexts } from "./waiting-screen-texts.ts";

/** The entries of the queue that this version of the console can't read; nothing is rendered without one. */
export function Unreadables({ entries }: { readonly entries: readonly Unreadable[] }) {
  const t = translations(waitingScreenTexts);
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t.unreadableTitle}</h2>
      <p>{t.unreadable}</p>
      <ul>
        {entries.map(({ where, reason }) => (
          <li key={where} lang="en">
            {where}: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
