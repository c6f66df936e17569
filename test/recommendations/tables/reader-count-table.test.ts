import { beforeEach, describe, expect, it } from "vitest";
import { ReaderCountTable } from "../../../lambdas/recommendations/tables/reader-count-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient } from "../../emulators/intercepted-client.ts";

dynamoOfEachTest();

let counts: ReaderCountTable;
beforeEach(() => {
  counts = new ReaderCountTable(dynamo.client, dynamo.client, "recommendations");
});

const all = async () => Object.fromEntries(await counts.all());

it("counts clicks and subscribers of each recommendation, also concurrent ones", async () => {
  expect(await all()).toEqual({});
  await Promise.all(Array.from({ length: 20 }, () => counts.addClick("one")));
  await counts.addSubscriber("one", "mia", "request-1");
  await counts.addSubscriber("two", "mia", "request-2");
  expect(await all()).toEqual({ one: { clicks: 20, subscribers: 1 }, two: { clicks: 0, subscribers: 1 } });
});

describe("a person", () => {
  it("counts once, whichever requests concern the person", async () => {
    const requests = ["request-1", "request-1", "request-2", "request-3"];
    await Promise.all(requests.map((request) => counts.addSubscriber("one", "mia", request)));
    await counts.addSubscriber("one", "noa", "request-1");
    expect(await all()).toEqual({ one: { clicks: 0, subscribers: 2 } });
  });

  it("counts when the SDK repeats a write whose response was lost, unless another request was first", async () => {
    const forgetful = new ReaderCountTable(forgetfulClient(dynamo), dynamo.client, "recommendations");
    await forgetful.addSubscriber("one", "mia", "request-1");
    const late = new ReaderCountTable(forgetfulClient(dynamo), dynamo.client, "recommendations");
    await late.addSubscriber("one", "mia", "request-2");
    expect(await all()).toEqual({ one: { clicks: 0, subscribers: 1 } });
  });
});
