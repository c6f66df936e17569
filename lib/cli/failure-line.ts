import { ApiProblem, NetworkFailure } from "../../client/magpie-error.ts";
import { SCOPES } from "../../lambdas/shared/http/route.ts";
import { CliError } from "./cli-error.ts";
import type { FoundApi } from "./found-api.ts";

/**
 * One line about a failure, with its remedy.
 *
 * @param api the API of the request, once it is known
 * @param lister the command that lists the existing resources
 * @throws the error itself when it is a bug
 */
export function failureLine(error: unknown, api: FoundApi | undefined, lister: string | undefined): string {
  if (error instanceof CliError) return error.message;
  if (api !== undefined && error instanceof NetworkFailure) return afterSilence(error, api);
  if (api !== undefined && error instanceof ApiProblem) return afterRefusal(error, api, lister);
  throw error;
}

function afterSilence({ kind, message }: NetworkFailure, api: FoundApi): string {
  if (kind !== "timeout") return api.whenSilent;
  return `${message}: ${api.baseUrl}. It may be done all the same; look before you try again.`;
}

/** The remedy for a token without permission: the least scope that suffices, where the answer names scopes. */
function withScope(accepted: readonly string[], { betterToken, withScope: login }: FoundApi): string {
  const scope = SCOPES.find((one) => accepted.includes(one));
  return scope === undefined || login === undefined ? betterToken : login(scope);
}

function afterRefusal(
  { status, detail, errors, acceptedScopes, retryAfterSeconds }: ApiProblem,
  api: FoundApi,
  lister: string | undefined,
): string {
  if (status === 401) return `The API does not take this token. ${api.betterToken}`;
  if (status === 403) return `${detail} ${withScope(acceptedScopes, api)}`;
  if (status === 429 || status >= 500) {
    const reason = detail.replace(/\.$/, "");
    const when = retryAfterSeconds === null ? "in a while" : `in ${retryAfterSeconds} s`;
    return `The API answered ${status} (${reason}). Try again ${when}; if this continues, see docs/runbook.md.`;
  }
  const fields = errors.map(({ path, message }) => `${path} ${message}.`);
  const hint = status === 404 && lister !== undefined ? [`${lister} shows what there is.`] : [];
  return [detail, ...fields, ...hint].join(" ");
}
