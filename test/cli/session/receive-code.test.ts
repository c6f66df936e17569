import { expect, it } from "vitest";
import { receivedAddress } from "../../../lib/cli/session/receive-code.ts";

const REDIRECT = "http://localhost:48163/signed-in";

it("takes the address of the browser that comes back, and no other one that a page asks for", () => {
  expect(receivedAddress("/signed-in?code=a&state=b", REDIRECT)?.href).toBe(`${REDIRECT}?code=a&state=b`);
  expect(receivedAddress("/favicon.ico", REDIRECT)).toBeNull();
  // It ended the command with an error.
  expect(receivedAddress("//", REDIRECT)).toBeNull();
});
