import { describe, expect, it } from "vitest";
import { personOf } from "../../../console/session/person.ts";
import { tokenOf } from "../dom/an-issuer.ts";

describe("personOf", () => {
  it("shows the mail address, else the user name, else the id", () => {
    const token = tokenOf({ sub: "4f-1", username: "雀" });
    expect(personOf(token, "groups", "sparrow@example.com").name).toBe("sparrow@example.com");
    expect(personOf(token, "groups", undefined).name).toBe("雀");
    expect(personOf(tokenOf({ sub: "4f-1" }), "groups", undefined).name).toBe("4f-1");
  });

  it("finds administrators in a list of groups and in a single group", () => {
    for (const groups of [["editors", "admin"], "admin"]) {
      expect(personOf(tokenOf({ sub: "4f-1", groups }), "groups", undefined).isAdmin).toBe(true);
    }
    for (const groups of [["administrators"], undefined]) {
      expect(personOf(tokenOf({ sub: "4f-1", groups }), "groups", undefined).isAdmin).toBe(false);
    }
  });

  it("refuses tokens that name nobody, since people would share what is on the device", () => {
    expect(() => personOf("opaque", "groups", undefined)).toThrow("no JWT");
    expect(() => personOf(tokenOf({ username: "sparrow" }), "groups", undefined)).toThrow("names nobody");
    expect(() => personOf(tokenOf({ sub: "" }), "groups", undefined)).toThrow("names nobody");
    expect(() => personOf(tokenOf({ sub: 4 }), "groups", undefined)).toThrow("names nobody");
  });

  it("reads every letter of base64url", () => {
    const token = tokenOf({ sub: "4f-1", username: "???>>>???>>>" });
    expect(token).toMatch(/-.*_|_.*-/);
    expect(personOf(token, "groups", undefined).name).toBe("???>>>???>>>");
  });
});
