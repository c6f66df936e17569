import { describe, expect, it, vi } from "vitest";
import { Session } from "../../extension/session/session.ts";
import { fakeIssuer, KEY, renewed, SIGN_IN, store as storeUser } from "../console/dom/an-issuer.ts";
import { anExtension, REDIRECT } from "./an-extension.ts";

const extension = anExtension();
const { stored, opened, answers } = extension;

const store = (user: object = {}) =>
  storeUser(extension, { id_token: undefined, profile: { sub: "ada", email: "ada@people.example" }, ...user });
const numberOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).token;

describe("signing in", () => {
  it("opens the issuer's page with PKCE, and keeps the tokens of its answer", async () => {
    const { asked } = fakeIssuer();
    answers.push((address) => `${REDIRECT}?code=c&state=${new URL(address).searchParams.get("state")}`);
    const session = new Session(SIGN_IN);
    expect(await session.person()).toBeNull();
    await session.signIn("ja");
    const query = new URL(opened[0] ?? "").searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: SIGN_IN.client_id,
      redirect_uri: REDIRECT,
      response_type: "code",
      code_challenge_method: "S256",
      lang: "ja",
    });
    expect(asked).toHaveLength(1);
    expect(await session.person()).toMatchObject({ id: "ada" });
  });

  it("keeps nothing when the person ends it, nor of an answer to another request", async () => {
    fakeIssuer();
    const session = new Session(SIGN_IN);
    await expect(session.signIn("en")).rejects.toThrow("The user did not approve access.");
    answers.push(() => `${REDIRECT}?code=c&state=another`);
    await expect(session.signIn("en")).rejects.toThrow("state");
    expect([await session.person(), stored.has(KEY)]).toEqual([null, false]);
  });
});

describe("a token", () => {
  it("is used while it is fresh, without a request, until the API refuses it", async () => {
    const { asked } = fakeIssuer();
    store();
    const session = new Session(SIGN_IN);
    const first = await session.token("ada");
    expect([numberOf(first), asked]).toEqual(["first", []]);
    expect(numberOf(await session.token("ada", first))).toBe(2);
  });

  it("is renewed once by all that need it", async () => {
    const { asked } = fakeIssuer();
    store({ expires_at: 1 });
    const [one, other] = [new Session(SIGN_IN), new Session(SIGN_IN)];
    const tokens = await Promise.all([one.token("ada"), other.token("ada"), one.token("ada")]);
    expect(tokens.map(numberOf)).toEqual([2, 2, 2]);
    expect(asked).toEqual(["/token refresh 1"]);
  });

  it("stays as it is while it can't be renewed, so that nobody is signed out without a network", async () => {
    const { answers: ofIssuer } = fakeIssuer();
    store({ expires_at: 1 });
    ofIssuer.push(() => Promise.reject(new TypeError("Failed to fetch")));
    const session = new Session(SIGN_IN);
    expect(numberOf(await session.token("ada"))).toBe("first");
    ofIssuer.push(() => Response.json({ error: "invalid_grant" }, { status: 400 }));
    expect(numberOf(await session.token("ada"))).toBe("first");
    expect(await session.person()).toMatchObject({ id: "ada", name: "ada@people.example" });
    ofIssuer.push(() => renewed(7));
    expect(numberOf(await session.token("ada"))).toBe(7);
  });

  it("of somebody else is given to nobody", async () => {
    fakeIssuer();
    store();
    expect(await new Session(SIGN_IN).token("bob")).toBe("");
    stored.clear();
    expect(await new Session(SIGN_IN).token("ada")).toBe("");
  });
});

describe("signing out", () => {
  it("deletes the tokens here, revokes them there, and ends the issuer's own session", async () => {
    const { asked } = fakeIssuer();
    answers.push(() => REDIRECT);
    store();
    const forget = vi.fn(async () => undefined);
    await new Session({ ...SIGN_IN, logout_url: "https://issuer.example/logout" }).signOut(forget);
    expect([forget.mock.calls.length, stored.has(KEY), asked]).toEqual([1, false, ["/revoke refresh 1"]]);
    expect(Object.fromEntries(new URL(opened[0] ?? "").searchParams)).toEqual({
      client_id: SIGN_IN.client_id,
      logout_uri: REDIRECT,
    });
  });

  it("works without a network, too", async () => {
    const { answers: ofIssuer } = fakeIssuer();
    ofIssuer.push(() => Promise.reject(new TypeError("Failed to fetch")));
    store();
    await new Session(SIGN_IN).signOut(async () => undefined);
    expect(stored.has(KEY)).toBe(false);
  });

  it("keeps the session when what this browser has could not be deleted", async () => {
    fakeIssuer();
    store();
    await expect(new Session(SIGN_IN).signOut(() => Promise.reject(new Error("blocked")))).rejects.toThrow("blocked");
    expect(stored.has(KEY)).toBe(true);
  });
});
