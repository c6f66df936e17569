import { afterEach, describe, expect, it } from "vitest";
import { preferences } from "../../../console/device/preferences.ts";
import { messageOf } from "../../../console/language/message-of.ts";
import { addressWith, valuesIn } from "../../../console/parts/address-with.ts";
import { deckError } from "../../../console/parts/deck-error.ts";
import { hostOf } from "../../../console/parts/host-of.ts";
import { failureReason } from "../../../console/parts/page-failures.ts";
import { readableAddress } from "../../../console/parts/readable-address.ts";
import { safeAddress } from "../../../console/parts/safe-address.ts";

const { value: initial } = preferences;
afterEach(() => {
  preferences.value = initial;
});

describe("the address of a screen", () => {
  it.each([
    [{}, "/app/slides"],
    [{ q: "", tag: [] }, "/app/slides"],
    [{ q: "owls & wrens", tag: ["a", "", "b"] }, "/app/slides?q=owls+%26+wrens&tag=a&tag=b"],
  ])("has the parameters %j that are not empty", (parameters, address) => {
    expect(addressWith("/app/slides", parameters)).toBe(address);
  });

  it("tells the values of a parameter, without empty ones", () => {
    expect(valuesIn("/app/slides?tag=a&tag=&q=owls&tag=b+c", "tag")).toEqual(["a", "b c"]);
    expect([valuesIn("/app/slides?q=owls", "tag"), valuesIn("/app/slides", "tag")]).toEqual([[], []]);
  });
});

describe("the address of another site", () => {
  it.each([
    ["https://blog.example/%E9%9B%80?q=%20", "https://blog.example/雀?q= "],
    ["https://blog.example/%E9", "https://blog.example/%E9"],
  ])("%s is read as %s", (url, readable) => {
    expect(readableAddress(url)).toBe(readable);
  });

  it("becomes a link only on the web", () => {
    expect(safeAddress("https://blog.example")).toBe("https://blog.example/");
    expect(safeAddress("http://blog.example/a b")).toBe("http://blog.example/a%20b");
    for (const url of ["javascript:alert(1)", "data:text/html,x", "ftp://blog.example/", "blog.example", ""])
      expect(safeAddress(url)).toBeNull();
  });

  it("names a host as people do, and leaves a text without a host unchanged", () => {
    expect(hostOf("https://www.example.com/a")).toBe("example.com");
    expect(hostOf("https://old.www.example.com/")).toBe("old.www.example.com");
    expect(hostOf("https://example.com:8080/")).toBe("example.com:8080");
    for (const address of ["example", "https://[", "javascript:alert(1)", ""]) expect(hostOf(address)).toBe(address);
  });
});

describe("the words for a failure", () => {
  it("say why an address is no deck's, in the interface's language, and nothing of other codes", () => {
    expect(deckError("unsupported_provider")).toMatch(/^Decks of this site can't be saved here.*Speaker Deck/);
    preferences.value = { ...initial, language: "ja" };
    expect(deckError("unsupported_provider")).toMatch(/^このサイトのスライド.*ドクセル/);
    for (const code of [null, "limit_reached", "toString"]) expect(deckError(code)).toBeNull();
  });

  it("say why a page could not be read, else what the API says", () => {
    const reason = (error_code: string | null, error_message: string | null = "The API's sentence.") =>
      failureReason({ error_code, error_message });
    expect(reason("gone")).toBe("The page is gone for good.");
    for (const code of ["new_code", "toString", null]) expect(reason(code)).toBe("The API's sentence.");
    expect([reason("new_code", null), reason(null, null)]).toEqual(["new_code", ""]);
  });

  it("show no more of an error than its message", () => {
    const error = Object.assign(new Error("Refused."), { form: "refresh_token=secret" });
    expect([messageOf(error), messageOf("Refused.")]).toEqual(["Refused.", "Refused."]);
  });
});
