import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Session } from "../gateway/token-issuer.ts";
import type { AppClient } from "./app-client.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

export interface Person {
  readonly sub: string;
  readonly groups: readonly string[];
}

/** What a code or a refresh token stands for. */
export interface Grant {
  readonly person: Person;
  readonly session: Session;
}

/** What a code stands for, and what its exchange must match. */
export interface CodeGrant extends Grant {
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly nonce?: string;
}

/** A grant renewed: with the refresh token to use from now on, if the old one is replaced. */
export interface Renewal {
  readonly grant: Grant;
  readonly replacement: string | undefined;
}

/** Cognito's codes are valid for five minutes (Cognito guide, "Authorize endpoint"). */
const CODE_SECONDS = 300;

/**
 * The codes and refresh tokens of the local user pool, in the runner's own database: a person stays signed in when the runner
 * is stopped or killed, and started again.
 */
export class Grants {
  readonly #database: DatabaseSync;
  readonly #secret: string;
  readonly #clock: () => number;

  /**
   * @param secret of the key in the data folder: with another key no refresh token is valid
   * @param clock milliseconds of the epoch
   */
  constructor(database: DatabaseSync, secret: string, clock: () => number) {
    this.#database = database;
    this.#secret = secret;
    this.#clock = clock;
    database.exec(
      `CREATE TABLE IF NOT EXISTS sign_in_codes (code TEXT PRIMARY KEY, code_grant TEXT NOT NULL, valid_until REAL NOT NULL);
       CREATE TABLE IF NOT EXISTS refresh_tokens (
         token TEXT PRIMARY KEY,
         session TEXT NOT NULL,
         token_grant TEXT NOT NULL,
         valid_until REAL NOT NULL,
         session_ends REAL NOT NULL
       )`,
    );
  }

  /** A code for a person who signed in now. */
  newCode(person: Person, { client, scope, redirectUri, codeChallenge, nonce }: AuthorizationRequest): string {
    const now = this.#now();
    this.#database.prepare("DELETE FROM sign_in_codes WHERE valid_until < ?").run(now);
    const session: Session = { clientId: client.id, id: randomUUID(), signedInAt: Math.floor(now), scope };
    const grant: CodeGrant = {
      person,
      session,
      redirectUri,
      codeChallenge,
      ...(nonce === undefined ? {} : { nonce }),
    };
    const code = randomUUID();
    this.#database
      .prepare("INSERT INTO sign_in_codes VALUES (?, ?, ?)")
      .run(code, JSON.stringify(grant), now + CODE_SECONDS);
    return code;
  }

  /** Takes a code, which is invalid from now on. @returns undefined for one that is unknown, used or too old */
  takeCode(code: string): CodeGrant | undefined {
    const found = this.#database
      .prepare("DELETE FROM sign_in_codes WHERE code = ? RETURNING code_grant, valid_until")
      .get(code);
    if (found === undefined || Number(found.valid_until) < this.#now()) return undefined;
    return JSON.parse(String(found.code_grant)) as CodeGrant;
  }

  /** The first refresh token of a session. */
  newRefreshToken(grant: Grant, client: AppClient): string {
    const now = this.#now();
    this.#database.prepare("DELETE FROM refresh_tokens WHERE valid_until < ?").run(now);
    return this.#insert(grant, now + client.refreshTokenSeconds);
  }

  /**
   * Uses a refresh token. Where the client's are rotated it gets a replacement, which is valid as long as the first one would
   * have been, and itself is valid for the time of grace only.
   *
   * @returns undefined for one that is unknown, revoked, replaced, too old or another client's
   */
  renew(token: string, { id, rotationGraceSeconds: grace }: AppClient): Renewal | undefined {
    const now = this.#now();
    const stored = this.#stored(token);
    const found = this.#database.prepare("SELECT * FROM refresh_tokens WHERE token = ?").get(stored);
    if (found === undefined || Number(found.valid_until) < now) return undefined;
    const { person, session } = JSON.parse(String(found.token_grant)) as Grant;
    if (session.clientId !== id) return undefined;
    const grant = { person, session };
    if (grace === null) return { grant, replacement: undefined };
    this.#database
      .prepare("UPDATE refresh_tokens SET valid_until = MIN(valid_until, ?) WHERE token = ?")
      .run(now + grace, stored);
    return { grant, replacement: this.#insert(grant, Number(found.session_ends)) };
  }

  /** Ends the session of a refresh token: it and all that replaced it are invalid from now on. */
  revoke(token: string): void {
    this.#database
      .prepare("DELETE FROM refresh_tokens WHERE session = (SELECT session FROM refresh_tokens WHERE token = ?)")
      .run(this.#stored(token));
  }

  #insert(grant: Grant, sessionEnds: number): string {
    const token = randomBytes(48).toString("base64url");
    const { person, session } = grant;
    this.#database
      .prepare("INSERT INTO refresh_tokens VALUES (?, ?, ?, ?, ?)")
      .run(this.#stored(token), session.id, JSON.stringify({ person, session }), sessionEnds, sessionEnds);
    return token;
  }

  /** A refresh token as the database has it. */
  #stored(token: string): string {
    return createHmac("sha256", this.#secret).update(token).digest("base64url");
  }

  /** Seconds of the epoch. */
  #now(): number {
    return this.#clock() / 1_000;
  }
}
