import type { AppClient } from "./app-client.ts";

/** A valid request for a code (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export interface AuthorizationRequest {
  readonly client: AppClient;
  readonly redirectUri: string;
  /** Scopes, separated by spaces. */
  readonly scope: string;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly codeChallenge: string;
}

/**
 * A request for a code, read. `refused` is for the person alone: without a client that is known and an address that is
 * registered, nobody is redirected (RFC 6749, 4.1.2.1). `failed` is for the client, at this address.
 */
export type ReadAuthorizationRequest =
  | { readonly kind: "valid"; readonly request: AuthorizationRequest }
  | { readonly kind: "refused"; readonly reason: "unknown_client" | "unknown_redirect" }
  | { readonly kind: "failed"; readonly location: string };

/** A base64url SHA-256 (RFC 7636, 4.2). */
const CODE_CHALLENGE = /^[\w-]{43}$/;

export function readAuthorizationRequest(
  query: URLSearchParams,
  clients: ReadonlyMap<string, AppClient>,
): ReadAuthorizationRequest {
  const client = clients.get(only(query, "client_id") ?? "");
  if (client === undefined) return { kind: "refused", reason: "unknown_client" };
  const redirectUri = only(query, "redirect_uri") ?? "";
  if (!client.callbackUrls.has(redirectUri)) return { kind: "refused", reason: "unknown_redirect" };
  const state = only(query, "state");
  const failed = (error: string, description: string): ReadAuthorizationRequest => ({
    kind: "failed",
    location: withParameters(redirectUri, { error, error_description: description, state }),
  });

  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return failed("invalid_request", `${repeated} is given more than once`);
  if (query.get("response_type") !== "code") return failed("unsupported_response_type", "response_type must be code");
  const scope = query.get("scope") ?? client.scopes.join(" ");
  const unknown = scope.split(" ").find((name) => !client.scopes.includes(name));
  if (unknown !== undefined) return failed("invalid_scope", `the client may not ask for the scope ${unknown}`);
  // The pool of a deployed stage does not insist on PKCE. A request without it is an error of the client all the same: it
  // has no secret, so a stolen code would be enough (RFC 9700, 2.1.1).
  const codeChallenge = query.get("code_challenge") ?? "";
  if (query.get("code_challenge_method") !== "S256" || !CODE_CHALLENGE.test(codeChallenge)) {
    return failed("invalid_request", "code_challenge with code_challenge_method S256 is missing");
  }
  // No one stays signed in here: every request asks for the person.
  if (query.get("prompt") === "none") return failed("login_required", "the person must choose a name");
  const nonce = query.get("nonce") ?? undefined;
  return { kind: "valid", request: { client, redirectUri, scope, state, nonce, codeChallenge } };
}

/** An address with further parameters; those without a value are left out. */
export function withParameters(url: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  return address.href;
}

/** A parameter's value; undefined when it is missing or given more than once. */
function only(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name);
  return more.length === 0 ? value : undefined;
}
