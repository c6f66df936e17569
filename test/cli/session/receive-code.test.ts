import { expect, it } from "vitest";
import { receivedAddress } from "../../../lib/cli/session/receive-code.ts";

const REDIRECT = "http://localhost:48163/signed-in";

it("takes the address of the browser that comes back, and no other one that a page asks for", () => {
  expect(receivedAddress("/signed-in?code=a&state=b", REDIRECT, "b")?.href).toBe(`${REDIRECT}?code=a&state=b`);
  expect(receivedAddress("/favicon.ico?state=b", REDIRECT, "b")).toBeNull();
  // It ended the command with an error.
  expect(receivedAddress("//", REDIRECT, "b")).toBeNull();
});

it.each(["", "?code=a", "?code=a&state=", "?code=a&state=c", "?error=access_denied&state=c&state=b"])(
  "does not take %j, which has not the state of this sign-in: a page that guesses the address ended the wait",
  (search) => expect(receivedAddress(`/signed-in${search}`, REDIRECT, "b")).toBeNull(),
);

it("takes the refusal of the person by its state", () => {
  expect(receivedAddress("/signed-in?error=access_denied&state=b", REDIRECT, "b")?.searchParams.get("error")).toBe(
    "access_denied",
  );
});
