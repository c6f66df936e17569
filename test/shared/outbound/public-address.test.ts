import { describe, expect, it } from "vitest";
import { isPublicAddress, isRefusedHostname } from "../../../lambdas/shared/outbound/public-address.ts";
import { PUBLIC_ADDRESSES, SPECIAL_ADDRESSES } from "../special-addresses.ts";

const NO_ADDRESSES = [
  ...["", "localhost", "example.com", "127.1", "0177.0.0.1", "0x7f.0.0.1", "[::1]", "8.8.8.8 ", "1.1.1.1:80"],
  ...["fe80::1%eth0", "2606:4700:4700::1111%eth0"],
];

describe("isPublicAddress", () => {
  it.each(PUBLIC_ADDRESSES)("accepts %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(SPECIAL_ADDRESSES)("rejects %s, %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(NO_ADDRESSES)("rejects %j, which is no address", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

describe("isRefusedHostname", () => {
  it.each([
    "",
    "localhost",
    "a.localhost",
    "router",
    "metadata.google.internal",
    "printer.local",
    "localhost.localdomain",
    "nas.home.arpa",
    "home.arpa",
    "abc.onion",
  ])("rejects %j", (hostname) => {
    expect(isRefusedHostname(hostname)).toBe(true);
  });

  it.each([
    "example.com",
    "deck.example",
    "deck.test",
    "localhost.example.com",
    "mylocalhost.com",
    "notinternal.org",
    "thermolocal.de",
    "xn--r8jz45g.jp",
    "arpa.example",
  ])("allows %j", (hostname) => {
    expect(isRefusedHostname(hostname)).toBe(false);
  });
});
