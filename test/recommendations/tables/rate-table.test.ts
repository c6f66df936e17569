import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { RateTable } from "../../../lambdas/recommendations/tables/rate-table.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";

let rates: RateTable;

dynamoOfFile();
beforeAll(() => {
  rates = new RateTable(dynamo.client, "recommendations");
});

let addresses = 0;
/** An address that no other test uses. */
function newAddress(): string {
  addresses += 1;
  return `192.0.2.${addresses}`;
}

const DAY = 24 * 60 * MINUTE;

describe("webmentions from one address", () => {
  it("are allowed up to sixty a minute, then wait for the next minute", async () => {
    const address = newAddress();
    const moment = at(17_500);
    const waits = await Promise.all(Array.from({ length: 60 }, () => rates.webmention(address, moment)));
    expect(new Set(waits)).toEqual(new Set([null]));
    expect(await rates.webmention(address, moment)).toBe(43);
    expect(await rates.webmention(address, at(MINUTE - 1))).toBe(1);
    expect(await rates.webmention(newAddress(), moment)).toBeNull();
    expect(await rates.webmention(address, at(MINUTE))).toBeNull();
  });

  it("are counted for the whole IPv6 network", async () => {
    for (let index = 0; index < 60; index += 1) {
      expect(await rates.webmention(`2001:db8:0:1::${index.toString(16)}`, at(0))).toBeNull();
    }
    expect(await rates.webmention("2001:db8:0:1:ffff::1", at(0))).toBe(60);
    expect(await rates.webmention("2001:db8:0:2::1", at(0))).toBeNull();
  });
});

describe("verifications at one host", () => {
  it("are ten in a minute, then delayed by a minute for each further ten, up to SQS's longest delay", async () => {
    const waits: number[] = [];
    for (let index = 0; index < 170; index += 1) waits.push(await rates.source("busy.example", at(index)));
    expect(waits.slice(0, 21)).toEqual([...Array(10).fill(0), ...Array(10).fill(60), 120]);
    expect(waits.slice(149)).toEqual([840, ...Array(20).fill(900)]);
    expect(await rates.source("calm.example", at(0))).toBe(0);
    expect(await rates.source("busy.example", at(MINUTE))).toBe(0);
  });
});

describe("clicks from one address", () => {
  const click = (address: string, day = 0, recommendation = "one") =>
    rates.reader("click", recommendation, address, at(day * DAY));

  it("count ten times a day for each recommendation, also concurrently", async () => {
    const address = newAddress();
    const counted = await Promise.all(Array.from({ length: 30 }, () => click(address)));
    expect(counted.filter(Boolean)).toHaveLength(10);
    expect(await click(address)).toBe(false);
    expect(await click(address, 0.8)).toBe(false);
    expect(await click(address, 0, "two")).toBe(true);
    expect(await click(newAddress())).toBe(true);
    expect(await click(address, 1)).toBe(true);
  });

  it("are counted for the whole IPv6 network", async () => {
    for (let index = 0; index < 10; index += 1) expect(await click(`2001:db8:0:1::${index}`)).toBe(true);
    expect(await click("2001:db8:0:1:ffff::1")).toBe(false);
    expect(await click("2001:db8:0:2::1")).toBe(true);
  });
});

it("are kept for a minute or a day after their own, without the address", async () => {
  const moment = new Date("2026-12-24T10:20:59.999Z");
  await rates.webmention("198.51.100.8", moment);
  await rates.source("198.51.100.8", moment);
  await rates.reader("click", "one", "198.51.100.8", moment);
  const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "recommendations" }));
  expect(JSON.stringify(Items)).not.toContain("198.51.100");
  const kept = Items.filter(({ sk }) => sk.includes("2026-12-24")).map(
    ({ sk, expires_at }) => `${sk.split("#")[0]} ${new Date(expires_at * 1_000).toISOString()}`,
  );
  expect(kept.sort()).toEqual([
    "click 2026-12-26T00:00:00.000Z",
    "source 2026-12-24T10:22:00.000Z",
    "webmention 2026-12-24T10:22:00.000Z",
  ]);
});
