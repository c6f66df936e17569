import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { LOCAL_ISSUER, TokenIssuer } from "../../../lib/local/gateway/token-issuer.ts";
import { CLIENT } from "../../../lib/local/template/identities.ts";
import { temporaryFolder } from "../system.ts";

const folder = temporaryFolder();
let issuer: TokenIssuer;

beforeAll(async () => {
  issuer = await TokenIssuer.open(folder.path);
});
afterAll(() => folder.remove());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const verify = (token: string, expected = LOCAL_ISSUER, audience = CLIENT) =>
  issuer.verify(token, expected, [audience]);

it("a token that was valid is refused from its expiry on, and for another issuer or audience at any time", async () => {
  const token = await issuer.sign({ sub: "ada", groups: [], expiresInSeconds: 60 });
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await verify(token)).toMatchObject({ sub: "ada" });
    await expect(verify(token, "https://other.example")).rejects.toThrow(/iss/);
    await expect(verify(token, LOCAL_ISSUER, "another")).rejects.toThrow(/audience/);
  }
  vi.setSystemTime(Date.now() + 59_000);
  expect(await verify(token)).toMatchObject({ sub: "ada" });
  vi.setSystemTime(Date.now() + 1_000);
  await expect(verify(token)).rejects.toThrow(/exp/);
});
