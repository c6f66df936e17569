import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { TokenIssuer } from "../gateway/token-issuer.ts";
import { LOCAL_ISSUER } from "../gateway/token-issuer.ts";
import { CLIENT } from "../template/identities.ts";

/** How long a browser that has opened the console's address has access. */
const A_YEAR_SECONDS = 365 * 86_400;

/** The paths that the cookie is sent to: the API and its functions do not need it. */
const GUARDED = ["/oauth2", "/_local"] as const;

const OPENED_PATH = "/_local/console";

export interface ConsoleAccessOptions {
  readonly tokens: TokenIssuer;
  /** The users of the tokens in `outputs.json`. */
  readonly users: ReadonlySet<string>;
  readonly apiUrl: string;
  readonly siteUrl: string;
}

/**
 * Distinguishes this machine's user from its other users, who reach loopback, too. The proof is knowledge from the data
 * folder: the secret in the console's address, which a browser keeps in a cookie, or a token of `outputs.json`.
 */
export class ConsoleAccess {
  readonly #options: ConsoleAccessOptions;
  readonly #secret: string;
  /** Cookies are common to all ports: another system on this machine has a cookie of another name. */
  readonly #cookie: string;

  constructor(options: ConsoleAccessOptions) {
    this.#options = options;
    this.#secret = options.tokens.consoleSecret;
    this.#cookie = `magpie-${sha256(this.#secret).toString("hex").slice(0, 8)}`;
  }

  get url(): string {
    return `${this.#options.apiUrl}${OPENED_PATH}/${this.#secret}`;
  }

  /** Answers that address: gives the browser access, and redirects it to the console. */
  app(): Hono {
    const app = new Hono();
    app.get(`${OPENED_PATH}/:secret`, (c, next) => {
      if (!this.#isSecret(c.req.param("secret"))) return next();
      for (const path of GUARDED) {
        // Not `Strict`: the console may have been opened under another name of this machine, and leads here.
        setCookie(c, this.#cookie, this.#secret, { path, maxAge: A_YEAR_SECONDS, httpOnly: true, sameSite: "Lax" });
      }
      c.header("cache-control", "no-store");
      c.header("referrer-policy", "no-referrer");
      return Promise.resolve(c.redirect(`${this.#options.siteUrl}/app/`, 303));
    });
    return app;
  }

  /** @param refuse makes the answer to everybody else */
  only(refuse: (c: Context) => Response): MiddlewareHandler {
    return async (c, next) => {
      if (this.#isSecret(getCookie(c, this.#cookie)) || (await this.#hasToken(c))) return next();
      return refuse(c);
    };
  }

  #isSecret(given: string | undefined): boolean {
    return given !== undefined && timingSafeEqual(sha256(given), sha256(this.#secret));
  }

  /** Tokens of people who signed in are another client's. */
  async #hasToken(c: Context): Promise<boolean> {
    const token = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (token === undefined) return false;
    const { tokens, users } = this.#options;
    const claims = await tokens.verify(token, LOCAL_ISSUER, [CLIENT]).catch(() => undefined);
    return claims !== undefined && users.has(String(claims.sub));
  }
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
