import { describe, expect, it } from "vitest";
import { isPublicAddress, isRefusedHostname } from "../../../lambdas/shared/outbound/public-address.ts";

const publicAddresses = [
  ..."1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 168.63.129.15".split(
    " ",
  ),
  ..."168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255".split(
    " ",
  ),
  ..."192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 2000::1 2001:200::1 2001:4860:4860::8888".split(" "),
  ..."2606:4700:4700::1111 2A00:1450:4001:800::200E 2003::1 3fff:1000::1".split(" "),
];

const otherAddresses = [
  ..."0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254".split(
    " ",
  ),
  ..."168.63.129.16 169.254.79.129 169.254.100.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1".split(
    " ",
  ),
  ..."192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1".split(" "),
  ..."203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 0:0:0:0:0:0:0:1 ::7f00:1 ::a9fe:a9fe".split(
    " ",
  ),
  ..."::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::8.8.8.8".split(
    " ",
  ),
  ..."64:ff9b:1::a00:1 100::1 1fff:ffff::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1 2001:20::1".split(
    " ",
  ),
  ..."2001:1ff:ffff::1 2001:db8::1 2002:7f00:1:: 2002:808:808::1 2620:4f:8000::1 3fff::1 3fff:fff:ffff::1 4000::1".split(
    " ",
  ),
  ..."5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 2606:4700:4700::1111%eth0 fec0::1 ff02::1".split(" "),
  ..."ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff".split(" "),
];

const notAddresses = [
  "",
  "localhost",
  "example.com",
  "127.1",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "[::1]",
  "8.8.8.8 ",
  "1.1.1.1:80",
];

describe("isPublicAddress", () => {
  it.each(publicAddresses)("accepts %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(otherAddresses)("rejects %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(notAddresses)("rejects %j, which is no address", (text) => {
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
