import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { failed, magpie } from "../command-line.ts";
import { signIn, signInsOf } from "../mcp/agent.ts";
import { answered, StubbedApi } from "../stubbed-api.ts";

const api = new StubbedApi();
const HOUR_MS = 3_600_000;
const NOW = Date.parse("2026-11-27T10:00:00.000Z");

let now: number;
let renewals: number;
beforeEach(async () => {
  now = NOW;
  renewals = 0;
  await signIn(api.dataFolder, { expires_at: new Date(NOW + HOUR_MS).toISOString() });
});

/** Imports three pages; the API answers the first ones two hours after the command has begun. */
function imports(whenLate: () => void = () => undefined) {
  const file = join(api.dataFolder, "three.csv");
  writeFileSync(file, ["url", 1, 2, 3].map((at) => (at === "url" ? at : `https://a.example/${at}`)).join("\n"));
  api.answer = ({ path, headers }) => {
    if (path.startsWith("/.well-known/")) {
      return answered({ issuer: api.origin, token_endpoint: `${api.origin}/token` });
    }
    if (path === "/token") {
      renewals += 1;
      return answered({ access_token: "new", token_type: "Bearer", expires_in: 3_600, refresh_token: "r2" });
    }
    if (now === NOW) whenLate();
    now = NOW + 2 * HOUR_MS;
    return headers.authorization === "Bearer new"
      ? answered({ id: "1", note: null, tags: [] }, 201)
      : answered({ message: "Unauthorized" }, 401);
  };
  const clock = { now: () => new Date(now), sleep: async () => undefined };
  return magpie(api.dataFolder, ["bookmark", "import", file], undefined, clock);
}

it("a command that outlives its token goes on with the next one, for which it asks once", async () => {
  expect(await imports()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^3 new, 0 already saved, 0 refused/),
  });
  expect([renewals, signInsOf(api.dataFolder).find({})?.refresh_token]).toEqual([1, "r2"]);
});

it("a command ends when its token does after the person has signed out", async () => {
  const logOut = () => {
    const signIns = signInsOf(api.dataFolder);
    for (const there of signIns.all()) void signIns.remove(there);
  };
  expect(await imports(logOut)).toEqual(failed(/The sign-in at \S+ has ended \(it was ended on this machine\)/));
  expect(renewals).toBe(0);
});
