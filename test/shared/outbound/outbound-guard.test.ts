import { describe, expect, it } from "vitest";
import {
  parseAllowedUrl,
  pinnedLookup,
  resolvePublicAddresses,
} from "../../../lambdas/shared/outbound/outbound-guard.ts";
import { socketError } from "../../emulators/socket-errors.ts";

describe("a URL that must not be fetched", () => {
  it.each([
    ["pages.example", "invalid_url: not a URL"],
    ["ftp://pages.example/a", "unsupported_scheme: ftp:"],
    ["https://bob@pages.example/a?secret", "invalid_url: userinfo at https://pages.example/a"],
    ["https://:secret@pages.example/a", "invalid_url: userinfo at https://pages.example/a"],
    ["https://pages.example:22/a?secret", "blocked_address: port of https://pages.example:22/a"],
    ["https://127.0.0.1/a?secret", "blocked_address: host of https://127.0.0.1/a"],
    ["https://pages.internal/a#secret", "blocked_address: host of https://pages.internal/a"],
  ])("%s says why, and nothing secret", (url, message) => {
    expect(() => parseAllowedUrl(url)).toThrow(expect.objectContaining({ message }));
  });

  it.each([
    [[], "name_not_resolved: pages.example"],
    [["93.184.215.14", "10.0.0.1"], "blocked_address: answer for pages.example"],
  ])("may be known by the addresses of its name: %j", async (addresses, message) => {
    const lookup = async () => addresses;
    await expect(resolvePublicAddresses(new URL("https://pages.example/a"), lookup)).rejects.toMatchObject({ message });
  });

  it("keeps the reason for which its name has no address", async () => {
    const cause = socketError("notFound");
    const lookup = () => Promise.reject(cause);
    await expect(resolvePublicAddresses(new URL("https://pages.example/a"), lookup)).rejects.toMatchObject({
      message: "name_not_resolved: pages.example",
      cause,
    });
  });
});

describe("the addresses of a connection", () => {
  it("are the one in the URL, without a lookup", async () => {
    const lookup = () => Promise.reject(new Error("not needed"));
    const url = new URL("https://[2606:4700::1111]/");
    expect(await resolvePublicAddresses(url, lookup)).toEqual(["2606:4700::1111"]);
  });

  it.each([
    [["93.184.215.14", "2606:4700::1111"], "93.184.215.14", 4],
    [["2606:4700::1111"], "2606:4700::1111", 6],
    [[], "", 0],
  ])("are those that were checked, whatever is looked up: %j", (addresses, first, family) => {
    const lookup = pinnedLookup(addresses);
    lookup("other.example", { all: false }, (error, address, of) => {
      expect([error, address, of]).toEqual([null, first, family]);
    });
    lookup("other.example", { all: true }, (error, all) => {
      expect([error, all]).toEqual([
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ]);
    });
  });
});
