import { expect, it } from "vitest";
import { addressBlock } from "../../../lambdas/recommendations/domain/address-block.ts";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["2001:db8::1:0:0:6", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["1:2:3:4:5:6:7::", "1:2:3:4"],
  ["::", "0:0:0:0"],
  ["::ffff:192.0.2.7", "0:0:0:0:0:ffff:c000:207"],
  ["::ffff:c000:208", "0:0:0:0:0:ffff:c000:208"],
  ["fe80::1%eth0", "fe80::1%eth0"],
  ["not an address", "not an address"],
  ["", ""],
])("of %s is %s", (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
