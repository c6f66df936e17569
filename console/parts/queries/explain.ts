import { ApiProblem, NetworkFailure } from "../../../client/index.ts";
import { isFull } from "../../device/keep-item.ts";
import { translations } from "../../language/language.ts";
import { messageOf } from "../../language/message-of.ts";
import { partTexts } from "../part-texts.ts";

/** What went wrong, and what helps, in the interface's language. */
export function explain(error: unknown): string {
  const t = translations(partTexts);
  if (error instanceof NetworkFailure) {
    return { connection: t.offline, timeout: t.slow, foreign_answer: t.foreign }[error.kind];
  }
  if (isFull(error)) return t.full;
  if (!(error instanceof ApiProblem)) return t.unexpected(messageOf(error));
  if (error.status === 401) return t.unauthorized;
  if (error.status === 403) return t.forbidden;
  if (error.status === 404) return t.notFound;
  if (error.status === 429) {
    const { code, retryAfterSeconds } = error;
    return code === "rate_limited" && retryAfterSeconds !== null
      ? t.limited(Math.ceil(retryAfterSeconds / 60))
      : t.busy;
  }
  if (error.status >= 500) return t.broken(error.message);
  const fields = error.errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return t.refused(fields === "" ? error.detail : fields);
}
