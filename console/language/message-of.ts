/**
 * The message of what was thrown, for the screen or the browser's log. Nothing else of an error is logged: the errors of
 * `oidc-client-ts` hold the request that has failed, with the refresh token.
 */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
