import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LOOPBACK_REDIRECTS } from "../../../lib/constructs/sign-in/loopback-redirects.ts";
import { System } from "../../local/system.ts";
import type { Ran } from "../command-line.ts";
import { magpie } from "../command-line.ts";
import { signInBy } from "./sign-in-by.ts";

const HOUR_MS = 3_600_000;

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.close());
beforeEach(async () => void (await run(["logout"])));

/** Milliseconds after which the command line believes to be. */
function run(args: readonly string[], laterMs = 0, desk: Parameters<typeof magpie>[7] = {}): Promise<Ran> {
  const clock = { now: () => new Date(Date.now() + laterMs), sleep: async () => undefined };
  return magpie(system.dataFolder, args, undefined, clock, {}, false, undefined, desk);
}

/** Signs somebody in, in a browser of this machine. */
const logIn = (scope: string, username = "ada@example.com") =>
  run(["login", "--scope", scope, "--json"], 0, {
    openBrowser: async (address) => {
      await guess(address);
      const page = await fetch(await signInBy(system, address, username));
      expect(await page.text()).toContain("You can close this window");
    },
  });

/** A request that a page of another site can cause in the person's browser: it knows the address but not the state. */
async function guess(address: string): Promise<void> {
  const redirect = new URL(address).searchParams.get("redirect_uri") ?? "";
  for (const search of ["", "?code=of-a-stranger&state=guessed"]) {
    expect((await fetch(redirect + search)).status).toBe(404);
  }
}

function json({ code, stdout, stderr }: Ran): Readonly<Record<string, unknown>> {
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const file = () => join(system.dataFolder, "config/sign-ins.json");

const signIns = () => JSON.parse(readFileSync(file(), "utf8")).sign_ins as readonly Readonly<Record<string, string>>[];

describe("magpie login", () => {
  it("makes commands act as the person, with the allowed scope and no more", async () => {
    expect(json(await logIn("save"))).toMatchObject({ name: "ada@example.com", site_url: system.api, scope: "save" });
    expect(json(await run(["whoami", "--json"]))).toMatchObject({
      sub: "ada@example.com",
      scope: "openid magpie/save",
    });
    const { token } = json(await run(["token", "--json"]));
    const answer = await fetch(`${system.api}/v1/stocks`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    expect(await run(["stock", "add", "https://speakerdeck.com/ada/by-login"])).toMatchObject({ code: 0 });
    const refused = await run(["queue", "ls"]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `magpie: This sign-in does not allow that. This sign-in has the scope save; magpie login --url ${system.api} --scope full signs in with more.\n`,
    ]);
  });

  it("keeps the session in a file that only this user may read, where there is no keychain", async () => {
    expect(json(await logIn("read"))).toMatchObject({ kept_in: "file" });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(system.dataFolder, "config")).mode & 0o777).toBe(0o700);
  });

  it("takes the pasted address, or the code alone, of a browser elsewhere", async () => {
    for (const pasted of [(at: string) => at, (at: string) => new URL(at).searchParams.get("code") ?? ""]) {
      let end = "";
      const ran = await run(["login"], 0, {
        openBrowser: async (address) => {
          end = await signInBy(system, address, "bob");
        },
        ask: async (question) => (question.startsWith("Sign in as bob at ") ? "" : pasted(end)),
      });
      expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("bob is signed in at") });
    }
  });

  it("signs in nobody whom the person at the terminal does not confirm", async () => {
    const questions: string[] = [];
    const ran = await run(["login"], 0, {
      openBrowser: async (address) => void (await fetch(await signInBy(system, address, "mallory"))),
      ask: async (question, signal) => {
        questions.push(question);
        if (question.startsWith("Sign in as")) return "n";
        return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(/Nobody is signed in\. Run magpie login again\.\n$/);
    expect(questions.at(-1)).toBe(`Sign in as mallory at ${system.api}? [Y/n] `);
    expect(json(await run(["whoami", "--json"]))).toMatchObject({ sub: "local-admin" });
  });

  it("refuses an address that was made for another sign-in", async () => {
    const ran = await run(["login"], 0, { ask: async () => `${LOOPBACK_REDIRECTS[0]}?code=of-a-stranger&state=other` });
    expect([ran.code, ran.stderr]).toEqual([
      1,
      expect.stringMatching(/Nobody is signed in: .*state.* Run magpie login/),
    ]);
    expect(json(await run(["whoami", "--json"]))).toMatchObject({ sub: "local-admin" });
  });

  it("ends the session before when somebody signs in again", async () => {
    await logIn("read", "ada");
    const [before] = signIns();
    await logIn("read", "bob");
    expect(signIns()).toHaveLength(1);
    const answer = await fetch(`${system.api}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: before?.client_id ?? "",
        refresh_token: before?.refresh_token ?? "",
      }),
    });
    expect(await answer.json()).toMatchObject({ error: "invalid_grant" });
  });
});

it("renews the access token when an hour is over, also in two commands at once", async () => {
  await logIn("read");
  const [before] = signIns();
  const all = await Promise.all([run(["whoami"], 2 * HOUR_MS), run(["stock", "ls"], 2 * HOUR_MS)]);
  expect(all.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  const [after] = signIns();
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
  expect(await run(["whoami"], 4 * HOUR_MS)).toMatchObject({ code: 0 });
});

describe("magpie logout", () => {
  it("revokes the session, and leaves the local system's own administrator", async () => {
    await logIn("read");
    const [{ refresh_token = "", client_id = "" } = {}] = signIns();
    expect(await run(["logout"])).toMatchObject({ code: 0, stdout: `Signed out of ${system.api}.\n` });
    expect(json(await run(["whoami", "--json"]))).toMatchObject({ sub: "local-admin", scope: "magpie/full" });
    expect(json(await run(["sessions", "--json"]))).toEqual({ sessions: [] });
    const answer = await fetch(`${system.api}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", client_id, refresh_token }),
    });
    expect(await answer.json()).toMatchObject({ error: "invalid_grant" });
  });

  it("says that nobody is signed in", async () => {
    expect(await run(["logout"])).toMatchObject({ code: 1, stderr: expect.stringContaining("Nobody is signed in at") });
  });

  it("elsewhere ends this machine's commands with a remedy", async () => {
    await logIn("read");
    const [{ refresh_token = "", client_id = "" } = {}] = signIns();
    await fetch(`${system.api}/oauth2/revoke`, {
      method: "POST",
      body: new URLSearchParams({ token: refresh_token, client_id }),
    });
    expect(await run(["stock", "ls"], 2 * HOUR_MS)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/has ended \(the refresh token is unknown.*Sign in again: magpie login --url/),
    });
  });
});

it("lists this machine's sign-ins", async () => {
  await logIn("read");
  expect(json(await run(["sessions", "--json"]))).toEqual({
    sessions: [
      {
        site: system.api,
        stage: null,
        person: "ada@example.com",
        scope: "read",
        signed_in_at: expect.stringMatching(/^\d{4}-/),
      },
    ],
  });
});
