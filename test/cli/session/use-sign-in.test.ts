import { afterAll, beforeEach, expect, it } from "vitest";
import type { SignIn } from "../../../lib/cli/session/sign-in.ts";
import { SignIns } from "../../../lib/cli/session/sign-ins.ts";
import { useSignIn } from "../../../lib/cli/session/use-sign-in.ts";
import { folderOfFile } from "../../local/temporary-folders.ts";
import { StubApi } from "../stub-api.ts";

const folder = folderOfFile();
const issuer = await StubApi.start();
afterAll(() => {
  issuer.close();
});

const NOW = new Date("2026-11-27T12:00:00.000Z");
const signIns = new SignIns(folder, {
  keep: async () => false,
  read: async () => null,
  remove: async () => undefined,
});
const kept: SignIn & { readonly refresh_token: string } = {
  site_url: issuer.origin,
  stage: null,
  api_url: issuer.origin,
  authority: issuer.origin,
  client_id: "c",
  scope: "save",
  signed_in_at: "2026-11-27T10:00:00.000Z",
  access_token: "old",
  refresh_token: "r",
  expires_at: "2026-11-27T11:00:00.000Z",
};
beforeEach(async () => void (await signIns.keep(kept)));

/** From now on the issuer renews, and something happens just before its answer. */
function renewsAfter(event: () => void): void {
  issuer.answer = ({ path }) => {
    if (path !== "/token")
      return { status: 200, body: { issuer: issuer.origin, token_endpoint: `${issuer.origin}/token` } };
    event();
    return { status: 200, body: { access_token: "new", token_type: "Bearer", expires_in: 3_600, refresh_token: "r2" } };
  };
}

it("renews a token that ends, and keeps it with the session", async () => {
  renewsAfter(() => undefined);
  expect(await useSignIn(signIns, kept, NOW)).toMatchObject({ token: "new", signIn: { scope: "save" } });
  expect(signIns.all()).toMatchObject([
    {
      access_token: "new",
      refresh_token: "r2",
      signed_in_at: kept.signed_in_at,
      expires_at: "2026-11-27T13:00:00.000Z",
    },
  ]);
});

it("brings no session back that was ended on this machine while it was renewed", async () => {
  renewsAfter(() => void signIns.remove(kept));
  await expect(useSignIn(signIns, kept, NOW)).rejects.toThrow(
    `The sign-in at ${issuer.origin} has ended (it was ended on this machine). Sign in again: magpie login --url ${issuer.origin} --scope save`,
  );
  expect(signIns.all()).toEqual([]);
});

it("leaves the next person's session in its place", async () => {
  const next = { ...kept, signed_in_at: "2026-11-27T11:59:00.000Z", access_token: "of-bob" };
  renewsAfter(() => void signIns.keep(next));
  await expect(useSignIn(signIns, kept, NOW)).rejects.toThrow("has ended");
  expect(signIns.all()).toEqual([next]);
});
