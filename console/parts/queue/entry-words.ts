import type { EntryError, Intent, QueueEntry } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { waitingTexts } from "./waiting-texts.ts";

const ACTIONS = ["create", "update", "delete", "refresh", "merge"] as const;

export type EntryAction = (typeof ACTIONS)[number];

export function actionOf(intent: Intent): EntryAction {
  return ACTIONS.find((action) => action in intent) ?? "create";
}

/** What an entry waits for, or how it has failed, e.g. `Waiting to be sent`. */
export function entryTitle({ intent, state }: QueueEntry): string {
  const t = translations(waitingTexts);
  return (state === "failed" ? t.failed : t.what)[actionOf(intent)];
}

/** The text of a kind of items for a refusal, by the API's code; null for any other. */
export type RefusalText = (code: string | null) => string | null;

/** Why the latest attempt to send an entry has failed, in words for people. */
export function entryProblem({ status, code, message }: EntryError, refusalText: RefusalText = () => null): string {
  const t = translations(waitingTexts);
  const refused = refusalText(code);
  if (refused !== null) return refused;
  if (status === null) {
    return (
      { connection: t.offline, timeout: t.slow, foreign_answer: t.foreign }[code ?? ""] ??
      translations(partTexts).refused(message)
    );
  }
  if (status === 401) return translations(partTexts).unauthorized;
  if (status === 403) return t.forbidden;
  if (status === 404) return translations(partTexts).notFound;
  if (status === 429) return code === "rate_limited" ? t.limited : t.busy;
  // The client's message begins with status and code, which say nothing to people.
  return status >= 500 ? t.broken : translations(partTexts).refused(message.replace(/^\d{3}(?: \w+)?: /, ""));
}
