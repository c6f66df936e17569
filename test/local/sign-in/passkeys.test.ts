import { expect, it } from "vitest";
import { CALLBACK, CLIENT_ID, SignInSystem } from "./sign-in-system.ts";

it("says that nobody adds a passkey here, where Cognito would", async () => {
  const system = await SignInSystem.open();
  const answer = await system.request(
    `/passkeys/add?client_id=${CLIENT_ID}&redirect_uri=${encodeURIComponent(CALLBACK)}`,
  );
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("there is no passkey to add")]);
  const elsewhere = await system.request(`/passkeys/add?client_id=${CLIENT_ID}&redirect_uri=https://evil.example/`);
  expect(await elsewhere.text()).toContain("not one of the client&#39;s callback addresses");
});
