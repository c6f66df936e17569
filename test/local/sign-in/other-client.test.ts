import { beforeEach, expect, it } from "vitest";
import { GRACE, OTHER_CLIENT_ID, SignInSystem } from "./sign-in-system.ts";

let system: SignInSystem;

beforeEach(async () => {
  system = await SignInSystem.open();
});

const REFUSED = { error: "invalid_grant", error_description: expect.any(String) };

it("a code of one client gives another one nothing", async () => {
  expect(await system.exchange(await system.code(), { client_id: OTHER_CLIENT_ID })).toEqual(REFUSED);
});

it("a refresh token of one client gives another one nothing, and is not used up by it", async () => {
  const { refresh_token: first } = await system.exchange(await system.code());
  const { refresh_token: second } = await system.refresh(first);
  for (const token of [first, second]) expect(await system.refresh(token, OTHER_CLIENT_ID)).toEqual(REFUSED);
  system.now += 2 * GRACE * 1_000;
  expect(await system.refresh(second)).toHaveProperty("access_token");
});
