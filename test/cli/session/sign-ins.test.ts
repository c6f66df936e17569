import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Keychain } from "../../../lib/cli/session/keychain.ts";
import type { SignIn } from "../../../lib/cli/session/sign-in.ts";
import { SignIns } from "../../../lib/cli/session/sign-ins.ts";
import { folderOfFile, folderOfTest } from "../../local/temporary-folders.ts";

const folder = folderOfFile();

const kept = new Map<string, string>();
const keychain: Keychain = {
  keep: async (site, token) => kept.set(site, token).has(site),
  read: async (site) => kept.get(site) ?? null,
  remove: async (site) => void kept.delete(site),
};

const signIn = (site_url: string, stage: string | null, refresh_token: string) => ({
  site_url,
  stage,
  refresh_token,
  api_url: "https://api.example",
  authority: "https://issuer.example",
  client_id: "c",
  scope: "read" as const,
  signed_in_at: "2026-11-27T10:00:00.000Z",
  access_token: "a.b.c",
  expires_at: "2026-11-27T11:00:00.000Z",
});

it("leaves refresh tokens to the keychain, finds a sign-in by its system, and forgets it in both places", async () => {
  const signIns = new SignIns(folder, keychain);
  expect(await signIns.keep(signIn("https://a.example", "prod", "secret-a"))).toBe(true);
  expect(await signIns.keep(signIn("https://b.example", null, "secret-b"))).toBe(true);
  expect(readFileSync(join(folder, "sign-ins.json"), "utf8")).not.toContain("secret");
  expect(signIns.find({})?.site_url).toBe("https://b.example");
  expect(signIns.find({ url: "https://c.example" })).toBeUndefined();
  const prod = signIns.find({ stage: "prod" });
  if (prod === undefined) throw new Error("no sign-in");
  expect(await signIns.refreshTokenOf(prod)).toBe("secret-a");
  await signIns.remove(prod);
  expect([signIns.all().map(({ site_url }) => site_url), [...kept.values()]]).toEqual([
    ["https://b.example"],
    ["secret-b"],
  ]);
});

it("is that of the latest sign-in without a name, also after an earlier one was renewed", async () => {
  const signIns = new SignIns(folder, keychain);
  const earlier = { ...signIn("https://a.example", "prod", "secret-a"), signed_in_at: "2026-11-26T10:00:00.000Z" };
  await signIns.keep(earlier);
  await signIns.keep(signIn("https://b.example", "dev", "secret-b"));
  await signIns.keep({ ...earlier, access_token: "d.e.f" });
  expect(signIns.find({})?.stage).toBe("dev");
  expect(signIns.find({ stage: "prod" })?.access_token).toBe("d.e.f");
});

it("has a session of its own in each folder, such as an agent's that may only read, with one keychain", async () => {
  const [own, agents] = [folder, folderOfTest()].map((path) => new SignIns(path, keychain));
  const there = "https://both.example";
  await own?.keep(signIn(there, null, "own"));
  await agents?.keep(signIn(there, null, "agent's"));
  const tokens = [own, agents].map((signIns) => signIns?.refreshTokenOf(signIns.find({ url: there }) as SignIn));
  expect(await Promise.all(tokens)).toEqual(["own", "agent's"]);
  await agents?.remove(agents.find({ url: there }) as SignIn);
  expect(await own?.refreshTokenOf(own.find({ url: there }) as SignIn)).toBe("own");
  await own?.remove(own.find({ url: there }) as SignIn);
});

it.each(["{", "null", "{}", '{"sign_ins":{}}'])("says which file to delete when it holds %s", (text) => {
  writeFileSync(join(folder, "sign-ins.json"), text);
  expect(() => new SignIns(folder, keychain).find({})).toThrow(/sign-ins\.json holds no sign-ins\. Delete it/);
});
