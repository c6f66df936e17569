import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentGeneration, inGeneration, SignedOut } from "../../../console/session/generation.ts";
import { Session } from "../../../console/session/session.ts";
import { fakeIssuer, renewed, SIGN_IN, store, storedBy, tokenOf } from "../dom/an-issuer.ts";
import { device } from "../dom/device.ts";

const own = device();
const FIRST = tokenOf({ sub: "ada", token: "first" });
const SECOND = tokenOf({ sub: "ada", token: 2 });
const THIRD = tokenOf({ sub: "ada", token: 3 });
const EXPIRED = { expires_at: 1 };
const nothing = async () => undefined;

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A tab in which a person is signed in, in the present generation. */
async function signedIn(user: Readonly<Record<string, unknown>> = {}): Promise<Session> {
  store(own, { generation: await currentGeneration(), ...user });
  return tab();
}

function tab(): Session {
  const session = new Session(SIGN_IN);
  session.read();
  return session;
}

/** Holds the lock that one tab at a time has. @returns what lets it go */
async function anotherTabAsks(): Promise<() => void> {
  const [has, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void navigator.locks.request("magpie-session", async () => {
    has.resolve();
    await end.promise;
  });
  await has.promise;
  return end.resolve;
}

describe("the token of a session", () => {
  it("is the stored one until a minute before its end, and then a new one, asked for once", async () => {
    const { asked } = fakeIssuer();
    const now = Math.floor(Date.now() / 1_000);
    const session = await signedIn({ expires_at: now + 70 });
    expect(await session.token("ada")).toBe(FIRST);
    expect(asked).toEqual([]);
    store(own, { generation: await currentGeneration(), expires_at: now + 50 });
    expect(await Promise.all([session.token("ada"), tab().token("ada")])).toEqual([SECOND, SECOND]);
    expect(asked).toEqual(["/token refresh 1"]);
    expect(session.renewals.value).toBe(2);
  });

  it("is replaced once when the queue and the sync are refused with the same old one, and the session goes on", async () => {
    const { asked } = fakeIssuer();
    const session = await signedIn();
    expect(await Promise.all([session.token("ada", FIRST), session.token("ada", FIRST)])).toEqual([SECOND, SECOND]);
    expect(await session.token("ada", FIRST)).toBe(SECOND);
    expect([asked, session.hasEnded.value]).toEqual([["/token refresh 1"], false]);
  });

  it("that has replaced a refused one, and is refused within a minute, is the end of the session", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { asked } = fakeIssuer();
    const session = await signedIn();
    await session.token("ada", FIRST);
    vi.setSystemTime(Date.now() + 59_000);
    expect(await session.token("ada", SECOND)).toBe(SECOND);
    expect([asked.length, session.hasEnded.value]).toEqual([1, true]);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await session.token("ada", SECOND)).toBe(SECOND);
    expect(asked.length).toBe(1);
  });

  it("that is refused long after it has replaced another is replaced as well", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    fakeIssuer();
    const session = await signedIn();
    await session.token("ada", FIRST);
    vi.setSystemTime(Date.now() + 60_000);
    expect([await session.token("ada", SECOND), session.hasEnded.value]).toEqual([THIRD, false]);
  });

  it("is empty for everybody but the person who is signed in, at once and after the wait for another tab", async () => {
    const { asked } = fakeIssuer();
    const session = await signedIn();
    expect(await session.token("bob")).toBe("");
    store(own, { ...EXPIRED, generation: await currentGeneration() });
    const end = await anotherTabAsks();
    const awaited = session.token("ada");
    const bobs = { access_token: tokenOf({ sub: "bob" }), generation: await currentGeneration() };
    store(own, bobs);
    end();
    expect([await awaited, asked]).toEqual(["", []]);
    store(own, { ...bobs, ...EXPIRED });
    expect([await session.token("ada"), asked]).toEqual(["", []]);
  });

  it("is the one that another tab has renewed while this one waited", async () => {
    const { asked } = fakeIssuer();
    const session = await signedIn(EXPIRED);
    const end = await anotherTabAsks();
    const awaited = session.token("ada");
    store(own, { access_token: SECOND, generation: await currentGeneration() });
    end();
    expect([await awaited, asked]).toEqual([SECOND, []]);
  });

  it.each([
    ["does not answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    [
      "refuses for another reason than the refresh token",
      () => Response.json({ error: "temporarily_unavailable" }, { status: 503 }),
    ],
  ])("is the old one while the issuer %s, and the session goes on", async (_, answer) => {
    const { answers } = fakeIssuer();
    answers.push(answer);
    const session = await signedIn(EXPIRED);
    expect([await session.token("ada"), session.hasEnded.value]).toEqual([FIRST, false]);
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining("could not be renewed now"));
    expect([await session.token("ada"), session.hasEnded.value]).toEqual([SECOND, false]);
  });

  it.each([
    ["the issuer refuses the refresh token", {}, 1],
    ["there is no refresh token", { refresh_token: undefined }, 0],
  ])("ends with the session when %s, until there is a new one", async (_, user, requests) => {
    const { answers, asked } = fakeIssuer();
    answers.push(() => Response.json({ error: "invalid_grant" }, { status: 400 }));
    const session = await signedIn({ ...EXPIRED, ...user });
    expect([await session.token("ada"), session.hasEnded.value, asked.length]).toEqual([FIRST, true, requests]);
    store(own, { access_token: SECOND, generation: await currentGeneration() });
    own.tell(null);
    expect([session.hasEnded.value, session.renewals.value]).toEqual([false, 1]);
  });

  it("that has replaced an expired one, and is refused at once, is replaced as well", async () => {
    fakeIssuer();
    const session = await signedIn(EXPIRED);
    expect(session.renewals.value).toBe(0);
    await session.token("ada");
    expect([await session.token("ada", SECOND), session.hasEnded.value]).toEqual([THIRD, false]);
  });

  it("is requested again at its end, although the session had ended", async () => {
    const { answers } = fakeIssuer();
    answers.push(() => Response.json({ error: "invalid_grant" }, { status: 400 }));
    const session = await signedIn(EXPIRED);
    await session.token("ada");
    expect([await session.token("ada"), session.hasEnded.value]).toEqual([SECOND, false]);
  });

  it("is empty when nobody is signed in any more", async () => {
    const session = await signedIn();
    own.stored.clear();
    expect([await session.token("ada"), session.hasEnded.value]).toEqual(["", true]);
    await session.signedOut();
    expect(session.person.value).toBeNull();
  });
});

describe("who is signed in", () => {
  it("is read again when another tab has changed it, and for nothing else that is stored", async () => {
    const session = await signedIn();
    const { value } = session.person;
    expect(value).toEqual({ id: "ada", name: "ada", isAdmin: false });
    store(own, { access_token: tokenOf({ sub: "bob", groups: ["admin"] }), profile: { email: "bob@example.com" } });
    own.tell("magpie-preferences");
    expect(session.person.value).toBe(value);
    own.tell("magpie-session.user:another");
    expect(session.person.value).toEqual({ id: "bob", name: "bob@example.com", isAdmin: true });
    own.stored.clear();
    own.tell(null);
    expect(session.person.value).toBeNull();
  });

  it("is the same person with a renewed token", async () => {
    fakeIssuer();
    const session = await signedIn(EXPIRED);
    const { value } = session.person;
    await session.token("ada");
    expect(session.person.value).toBe(value);
    expect(storedBy(own)).toMatchObject({ access_token: SECOND, generation: session.generation.value });
  });
});

describe("signing out", () => {
  it("deletes what the device has before the issuer is asked, which gets the refresh token and the ID token", async () => {
    const { asked } = fakeIssuer();
    const session = await signedIn();
    const left: unknown[] = [];
    await session.signOut(async () => {
      left.push(storedBy(own) !== null, asked.length);
    });
    expect([left, storedBy(own), asked]).toEqual([[true, 0], null, ["/revoke refresh 1"]]);
    const address = new URL(own.left[0] ?? "");
    expect(address.origin + address.pathname).toBe("https://issuer.example/logout");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      id_token_hint: tokenOf({ sub: "ada" }),
      post_logout_redirect_uri: "https://magpie.example/app/",
    });
  });

  it("leaves the page for the logout of a pool, although the issuer revokes nothing", async () => {
    const { answers } = fakeIssuer();
    answers.push(() => Promise.reject(new TypeError("Failed to fetch")));
    await signedIn();
    const session = new Session({ ...SIGN_IN, logout_url: "https://pool.example/logout" });
    session.read();
    await session.signOut(nothing);
    expect([storedBy(own), own.left]).toEqual([
      null,
      ["https://pool.example/logout?client_id=console&logout_uri=https%3A%2F%2Fmagpie.example%2Fapp%2F"],
    ]);
  });

  it("removes the data of abandoned sign-ins, and nothing else; sends no refresh token without one", async () => {
    const { asked } = fakeIssuer();
    const session = await signedIn({ refresh_token: undefined, id_token: undefined });
    const others = ["magpie-preferences", "magpie-session.user:https://another.example:console"];
    for (const name of others) own.stored.set(name, "{}");
    // One behind the other: the places of keys move up when one is removed.
    for (const typed of ["blog.example", "a", "b"]) await session.signIn("/app/slides", "en", { typed });
    expect([...own.stored.values()].join()).toContain("blog.example");
    await session.signOut(nothing);
    expect([[...own.stored.keys()], asked]).toEqual([others, []]);
    expect(console.warn).not.toHaveBeenCalled();
    expect(new URL(own.left.at(-1) ?? "").searchParams.has("id_token_hint")).toBe(false);
  });

  it("has not happened when the device could not delete its copy", async () => {
    const { asked } = fakeIssuer();
    const session = await signedIn();
    const generation = await currentGeneration();
    await expect(
      session.signOut(() => Promise.reject(new DOMException("No space", "QuotaExceededError"))),
    ).rejects.toThrow("No space");
    expect([await currentGeneration(), storedBy(own) === null, asked]).toEqual([generation, false, []]);
    expect(await inGeneration(generation, async () => "written")).toBe("written");
  });

  it("is counted once; until then, tabs need not wait for each other", async () => {
    fakeIssuer();
    const session = await signedIn();
    const generation = await currentGeneration();
    const other = Promise.withResolvers<void>();
    const first = inGeneration(generation, () => other.promise);
    await inGeneration(generation, async () => other.resolve());
    await first;
    await session.signOut(nothing);
    expect(await currentGeneration()).toBe(generation + 1);
  });

  it("ends what other tabs do: each later access to the device's stores is refused, an earlier one comes first", async () => {
    fakeIssuer();
    const session = await signedIn();
    const generation = session.generation.value;
    const done: string[] = [];
    const writing = Promise.withResolvers<void>();
    const earlier = inGeneration(generation, async () => {
      await writing.promise;
      done.push("written");
    });
    let later: Promise<unknown> = Promise.resolve();
    const signingOut = session.signOut(async () => {
      done.push("deleted");
      later = inGeneration(generation, async () => done.push("written later"));
      later.catch(() => undefined);
    });
    await expect.poll(async () => (await navigator.locks.query()).pending?.length).toBe(1);
    writing.resolve();
    await Promise.all([earlier, signingOut]);
    await expect(later).rejects.toBeInstanceOf(SignedOut);
    expect(done).toEqual(["written", "deleted"]);
  });

  it("waits for a token that another tab is being given, and deletes that one", async () => {
    const { answers, asked } = fakeIssuer();
    const [has, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()];
    answers.push(() => {
      has.resolve();
      return answer.promise;
    });
    const session = await signedIn(EXPIRED);
    const token = tab().token("ada");
    await has.promise;
    const signingOut = session.signOut(nothing);
    answer.resolve(renewed(2));
    await Promise.all([token, signingOut]);
    expect([storedBy(own), asked]).toEqual([null, ["/token refresh 1", "/revoke refresh 2"]]);
  });

  it("is not undone by a tab that still sees the tokens: it renews none, and deletes them", async () => {
    const { asked } = fakeIssuer();
    const session = await signedIn();
    const { generation } = storedBy(own) ?? {};
    await session.signOut(nothing);
    asked.length = 0;
    store(own, { ...EXPIRED, generation });
    const other = tab();
    expect([await other.token("ada"), other.hasEnded.value, asked]).toEqual([FIRST, false, []]);
    await other.signedOut();
    expect([storedBy(own), other.person.value]).toEqual([null, null]);
  });

  it("in a second tab at the same time is over, and the first one's next session stays", async () => {
    fakeIssuer();
    const [session, other] = [await signedIn(), tab()];
    await session.signOut(nothing);
    store(own, { generation: await currentGeneration() });
    let isForgotten = false;
    const again = other.signOut(async () => {
      isForgotten = true;
    });
    await expect(again).rejects.toBeInstanceOf(SignedOut);
    await other.signedOut();
    expect([isForgotten, storedBy(own) === null]).toEqual([false, false]);
    expect([other.person.value?.id, other.generation.value]).toEqual(["ada", await currentGeneration()]);
  });
});

describe("signing in", () => {
  /** Goes to the issuer's page, and comes back from it with a code. */
  async function signsIn(returnTo: string) {
    const session = new Session(SIGN_IN);
    await session.signIn(returnTo, "ja", { typed: "blog.example" });
    const asked = new URL(own.left[0] ?? "").searchParams;
    expect([asked.get("lang"), asked.get("ui_locales")]).toEqual(["ja", "ja"]);
    const state = asked.get("state");
    window.location.href = `https://magpie.example/app/signed-in?code=c&state=${state}`;
    return { session, ...(await session.signedIn()) };
  }

  it("begins a session of the generation after the one that was ended, at the path that was asked for", async () => {
    fakeIssuer();
    await (await signedIn()).signOut(nothing);
    own.left.length = 0;
    const { session, path, kept } = await signsIn("/app/slides?q=owls");
    expect(kept).toEqual({ typed: "blog.example" });
    expect([path, session.person.value?.id]).toEqual(["/app/slides?q=owls", "ada"]);
    expect([session.generation.value, storedBy(own)?.generation]).toEqual(Array(2).fill(await currentGeneration()));
  });

  it.each(["https://evil.example/", "/app/signed-in?code=c", "//evil.example/app/", "/application"])(
    "goes to no other page than the console's: %s",
    async (returnTo) => {
      fakeIssuer();
      expect((await signsIn(returnTo)).path).toBe("/app/");
    },
  );

  it("goes to the first screen when the state is another program's", async () => {
    fakeIssuer();
    const session = new Session(SIGN_IN);
    await session.signIn("/app/books", "en");
    const [key = ""] = own.stored.keys();
    const state = JSON.parse(own.stored.get(key) ?? "{}");
    own.stored.set(key, JSON.stringify({ ...state, data: undefined }));
    window.location.href = `https://magpie.example/app/signed-in?code=c&state=${state.id}`;
    expect(await session.signedIn()).toEqual({ path: "/app/", kept: null });
  });
});
