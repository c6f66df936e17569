import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Hono } from "hono";
import { TokenIssuer } from "../../../lib/local/gateway/token-issuer.ts";
import { ConsoleAccess } from "../../../lib/local/sign-in/console-access.ts";
import { signInApp } from "../../../lib/local/sign-in/sign-in-app.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { temporaryFolder } from "../temporary-folders.ts";

export const ORIGIN = "http://127.0.0.1:8787";
export const CLIENT_ID = "magpie-local-client-console";
/** Another client that signs people in, with the same addresses. */
export const OTHER_CLIENT_ID = "magpie-local-client-other";
export const CALLBACK = `${ORIGIN}/app/signed-in`;
export const SIGNED_OUT = `${ORIGIN}/app/`;
/** Seconds for which a replaced refresh token is valid. */
export const GRACE = 60;
export const VERIFIER = "v".repeat(43);

const CONSOLE = {
  ClientName: "local-magpie-console",
  AllowedOAuthFlowsUserPoolClient: true,
  AllowedOAuthFlows: ["code"],
  AllowedOAuthScopes: ["openid", "email"],
  CallbackURLs: ["https://site.example/app/signed-in"],
  LogoutURLs: ["https://site.example/app/"],
  AccessTokenValidity: 10,
  IdTokenValidity: 5,
  RefreshTokenValidity: 2,
  TokenValidityUnits: { AccessToken: "minutes", IdToken: "minutes", RefreshToken: "hours" },
  RefreshTokenRotation: { Feature: "ENABLED", RetryGracePeriodSeconds: GRACE },
};

/** The body of an answer of the token endpoint. */
export type TokenBody = Partial<Readonly<Record<"access_token" | "id_token" | "refresh_token" | "error", string>>>;

/** The pages and endpoints of a user pool with a client for the console, with a clock of its own. */
export class SignInSystem {
  readonly #app: Hono;
  readonly tokens: TokenIssuer;
  /** The address that lets a browser in. */
  readonly consoleUrl: string;
  /** Of a browser that has opened it. */
  #cookie = "";
  /** Milliseconds of the epoch. */
  now = Date.now();

  private constructor(tokens: TokenIssuer, database: DatabaseSync, siteUrl: string, changes: object) {
    this.tokens = tokens;
    const access = new ConsoleAccess({ tokens, users: new Set(["local-admin"]), apiUrl: ORIGIN, siteUrl });
    const resources = {
      Users: { Type: "AWS::Cognito::UserPool", Properties: { UsernameConfiguration: { CaseSensitive: false } } },
      Console: { Type: "AWS::Cognito::UserPoolClient", Properties: { ...CONSOLE, ...changes } },
      Other: { Type: "AWS::Cognito::UserPoolClient", Properties: { ...CONSOLE, ClientName: "local-magpie-other" } },
      CommandLine: { Type: "AWS::Cognito::UserPoolClient", Properties: { ClientName: "local-magpie" } },
    };
    this.consoleUrl = access.url;
    const signIn = signInApp({
      template: new Template(resources, { api: ORIGIN, aws: "" }),
      tokens,
      access,
      database,
      apiUrl: ORIGIN,
      siteUrl,
      clock: () => this.now,
    });
    this.#app = new Hono().route("/", access.app()).route("/", signIn);
  }

  /**
   * With a new key in the data folder.
   *
   * @param changes other properties of the console's client
   */
  static async open(
    siteUrl = ORIGIN,
    changes: object = {},
    database = new DatabaseSync(":memory:"),
  ): Promise<SignInSystem> {
    const folder = temporaryFolder();
    const tokens = await TokenIssuer.open(folder.path);
    folder.remove();
    const system = new SignInSystem(tokens, database, siteUrl, changes);
    const opened = await system.#app.request(system.consoleUrl);
    system.#cookie = String(opened.headers.getSetCookie()[0]?.split(";")[0]);
    return system;
  }

  /** A request as a browser that has been let in sends it. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      host: "127.0.0.1:8787",
      cookie: this.#cookie,
      ...(init.headers as Readonly<Record<string, string>>),
    };
    return Promise.resolve(this.#app.request(`${ORIGIN}${path}`, { ...init, headers }));
  }

  /** A person fills in the page and presses the button. */
  enter(query: string, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
    return this.request(`/oauth2/authorize?${query}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN, ...headers },
      body: new URLSearchParams(form).toString(),
    });
  }

  /** A code for a person. */
  async code(form: Readonly<Record<string, string>> = { username: "alice" }, changes = {}): Promise<string> {
    const answer = await this.enter(authorizationQuery(changes), form);
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code");
    if (code === null) throw new Error(`No code: ${answer.headers.get("location")}`);
    return code;
  }

  post(path: string, form: Readonly<Record<string, string>>): Promise<Response> {
    return this.request(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    });
  }

  async exchange(code: string, changes: Readonly<Record<string, string>> = {}): Promise<TokenBody> {
    const answer = await this.post("/oauth2/token", {
      grant_type: "authorization_code",
      client_id: CLIENT_ID,
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...changes,
    });
    return (await answer.json()) as TokenBody;
  }

  async refresh(refreshToken: string | undefined, clientId = CLIENT_ID): Promise<TokenBody> {
    const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken ?? "" };
    return (await (await this.post("/oauth2/token", form)).json()) as TokenBody;
  }
}

/** The query of a valid authorization request with changes; undefined leaves a parameter out. */
export function authorizationQuery(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const query = {
    response_type: "code",
    client_id: CLIENT_ID,
    redirect_uri: CALLBACK,
    scope: "openid email",
    state: "s&1",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  };
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given).toString();
}
