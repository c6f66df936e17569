import { describe, expect, it } from "vitest";
import { personOf } from "../../../console/session/person.ts";
import { tokenOf } from "../dom/an-issuer.ts";

describe("personOf", () => {
  const person = (claims: object, email?: string) => personOf(tokenOf({ sub: "4f-1", ...claims }), "groups", email);

  it("shows the mail address, else the user name, else the id", () => {
    expect(person({ username: "雀" }, "sparrow@example.com").name).toBe("sparrow@example.com");
    expect([person({ username: "雀" }).name, person({}).name]).toEqual(["雀", "4f-1"]);
  });

  it.each([
    [["editors", "admin"], true],
    ["admin", true],
    [["administrators"], false],
    [undefined, false],
  ])("with the groups %j is an administrator: %s", (groups, isAdmin) => {
    expect(person({ groups }).isAdmin).toBe(isAdmin);
  });

  it("refuses tokens that name nobody, since people would share the device's data", () => {
    expect(() => personOf("opaque", "groups", undefined)).toThrow("no JWT");
    for (const sub of [undefined, "", 4]) expect(() => person({ sub })).toThrow("names nobody");
  });

  it("reads every letter of base64url", () => {
    const username = "???>>>???>>>";
    expect(tokenOf({ username })).toMatch(/-.*_|_.*-/);
    expect(person({ username }).name).toBe(username);
  });
});
