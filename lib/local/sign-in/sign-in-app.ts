import type { DatabaseSync } from "node:sqlite";
import type { Context } from "hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { sameOriginOnly } from "../gateway/allowed-hosts.ts";
import type { TokenIssuer } from "../gateway/token-issuer.ts";
import { CONFIGURATION_PATH, KEY_SET_PATH } from "../gateway/token-issuer.ts";
import type { Template } from "../template/template.ts";
import { readAppClients } from "./app-client.ts";
import { readAuthorizationRequest, withParameters } from "./authorization-request.ts";
import type { ConsoleAccess } from "./console-access.ts";
import { Grants } from "./grants.ts";
import type { Page } from "./sign-in-page.ts";
import { refusalPage, signInPage } from "./sign-in-page.ts";
import type { RefusalReason, SignInWords } from "./sign-in-words.ts";
import { signInWords } from "./sign-in-words.ts";
import type { TokenError } from "./token-endpoint.ts";
import { exchange, readForm, revoke } from "./token-endpoint.ts";

export interface SignInOptions {
  readonly template: Template;
  readonly tokens: TokenIssuer;
  /** Who may sign in. */
  readonly access: ConsoleAccess;
  /** The runner's own records. */
  readonly database: DatabaseSync;
  /** The runner's origin, which has the pages and the endpoints. */
  readonly apiUrl: string;
  readonly siteUrl: string;
  /** Milliseconds of the epoch. */
  readonly clock: () => number;
}

/** Form bodies are some hundred bytes. */
const MAX_FORM_BYTES = 64 * 1024;

/** What a user name may be made of (Cognito API, AdminCreateUser). */
const USER_NAME = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u;

/** Any page may read these: their content is public, or bound to a code or token that only its owner has. */
const ANY_ORIGIN = { "access-control-allow-origin": "*" };

/**
 * Emulates the user pool as the issuer of OpenID Connect: its configuration and keys, its sign-in page, on which a person
 * chooses a name instead of proving one, and its token, revocation and logout endpoints, at the paths of Cognito's own.
 */
export function signInApp({ template, tokens, access, database, apiUrl, siteUrl, clock }: SignInOptions): Hono {
  const clients = readAppClients(template, siteUrl);
  const comparesCase = tellsCasesApart(template);
  const grants = new Grants(database, tokens.grantSecret, clock);
  const endpoint = { clients, grants, tokens };

  const app = new Hono();
  app.get(CONFIGURATION_PATH, (c) => c.json(tokens.configuration(apiUrl), 200, ANY_ORIGIN));
  app.get(KEY_SET_PATH, async (c) => c.json(await tokens.readKeySet(), 200, ANY_ORIGIN));

  app.use("/oauth2/*", bodyLimit({ maxSize: MAX_FORM_BYTES }));
  app.use(
    "/oauth2/authorize",
    access.only((c) => refuse(c, 403, "not_opened")),
  );
  app.post("/oauth2/authorize", sameOriginOnly());
  app.on(["GET", "POST"], "/oauth2/authorize", async (c) => {
    const { search, searchParams } = new URL(c.req.url);
    const read = readAuthorizationRequest(searchParams, clients);
    if (read.kind === "refused") return refuse(c, 400, read.reason);
    if (read.kind === "failed") return c.redirect(read.location, 302);
    const { request } = read;
    const words = wordsFor(c);
    const form = (entered?: { userName: string; administrator: boolean }) =>
      signInPage(words, `/oauth2/authorize${search}`, new URL(request.redirectUri).origin, entered);
    if (c.req.method === "GET") return sent(c, 200, form());
    const entered = new URLSearchParams(await c.req.text());
    const userName = (entered.get("username") ?? "").trim();
    const administrator = entered.has("administrator");
    if (!USER_NAME.test(userName)) return sent(c, 400, form({ userName, administrator }));
    const sub = comparesCase ? userName : userName.toLowerCase();
    const code = grants.newCode({ sub, groups: administrator ? ["admin"] : [] }, request);
    return c.redirect(withParameters(request.redirectUri, { code, state: request.state }), 303);
  });
  app.post("/oauth2/token", async (c) => {
    const form = readForm(c.req.header("content-type"), await c.req.text());
    const answer = form instanceof URLSearchParams ? await exchange(form, endpoint) : form;
    return "error" in answer ? failed(c, answer) : c.json(answer, 200, { ...ANY_ORIGIN, "cache-control": "no-store" });
  });
  app.post("/oauth2/revoke", async (c) => {
    const form = readForm(c.req.header("content-type"), await c.req.text());
    const error = form instanceof URLSearchParams ? revoke(form, endpoint) : form;
    return error === undefined ? c.body(null, 200, ANY_ORIGIN) : failed(c, error);
  });
  app.get("/passkeys/add", (c) => {
    const client = clients.get(c.req.query("client_id") ?? "");
    if (client === undefined) return refuse(c, 400, "unknown_client");
    const isKnown = client.callbackUrls.has(c.req.query("redirect_uri") ?? "");
    return refuse(c, 400, isKnown ? "no_passkeys" : "unknown_redirect");
  });
  app.get("/logout", (c) => {
    const client = clients.get(c.req.query("client_id") ?? "");
    if (client === undefined) return refuse(c, 400, "unknown_client");
    const address = c.req.query("logout_uri") ?? "";
    return client.logoutUrls.has(address) ? c.redirect(address, 302) : refuse(c, 400, "unknown_logout");
  });
  return app;
}

/** Whether names that differ in case are two people's, which is Cognito's default. */
function tellsCasesApart(template: Template): boolean {
  const [pool] = template.ofType("AWS::Cognito::UserPool");
  const { CaseSensitive = true } = (pool?.properties.UsernameConfiguration ?? {}) as {
    readonly CaseSensitive?: boolean;
  };
  return CaseSensitive;
}

function wordsFor(c: Context): SignInWords {
  return signInWords(c.req.query("lang"), c.req.query("ui_locales"), c.req.header("accept-language"));
}

function refuse(c: Context, status: 400 | 403, reason: RefusalReason): Response {
  return sent(c, status, refusalPage(wordsFor(c), reason));
}

function sent(c: Context, status: 200 | 400 | 403, { body, headers }: Page): Response {
  return c.body(body, status, { ...headers });
}

function failed(c: Context, error: TokenError): Response {
  return c.json(error, 400, { ...ANY_ORIGIN, "cache-control": "no-store" });
}
