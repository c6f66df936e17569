import { expect, it } from "vitest";
import { isSecureAddress } from "../../client/addresses/secure-address.ts";

it.each([
  ["https://magpie.example", true],
  ["HTTPS://10.0.0.1:8443/v1", true],
  ["http://127.0.0.1:8787", true],
  ["http://127.1", true],
  ["http://0x7f000001:8787", true],
  ["http://localhost:8787/app/", true],
  ["http://app.localhost", true],
  ["http://LOCALHOST./", true],
  ["http://[::1]:8787", true],
  ["http://magpie.example", false],
  ["http://10.0.0.1", false],
  ["http://192.168.1.7:8787", false],
  ["http://0.0.0.0:8787", false],
  ["http://127.0.0.1.evil.example", false],
  ["http://localhost.evil.example", false],
  ["http://evillocalhost", false],
  ["http://127.0.0.1@evil.example", false],
  ["http://[::2]", false],
  ["ws://localhost", false],
  ["ftp://localhost", false],
  ["file:///localhost", false],
])("a token may go to %s: %s", (address, isSecure) => {
  expect(isSecureAddress(new URL(address))).toBe(isSecure);
});
