import { beforeEach, describe, expect, it } from "vitest";
import type { Summariser } from "../../lambdas/bookmarks/summary/summariser.ts";
import { SummaryFailure } from "../../lambdas/bookmarks/summary/summariser.ts";
import { DailyUsesTable } from "../../lambdas/bookmarks/tables/daily-uses-table.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE, newUser } from "../emulators/test-clock.ts";
import { fetchedPage, processingWorker, reader } from "./processing-world.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";

const DAY = 24 * 60 * MINUTE;
const log = capturedLog();
readerOfEachTest();

let requested: number;

beforeEach(() => {
  requested = 0;
});

const model: Summariser = {
  async summarise() {
    requested += 1;
    return { summary: "By a model.", tags: [], by: "bedrock/model-1" };
  },
};

const table = (aDay: number) => new DailyUsesTable(dynamo.client, "bookmarks", "model-summaries", aDay);
const worker = (aDay: number, summariser = model, page = () => fetchedPage()) =>
  processingWorker(world, page, { summariser, modelSummaries: table(aDay) });

describe("summaries by a model", () => {
  it("are limited for each user and day; beyond the limit the extractive summariser is used, and the answer says so", async () => {
    const { receive } = worker(2);
    const shown: unknown[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { id, message } = await user.save(`https://blog.example/${index}`);
      expect(await receive(message)).toBe(true);
      shown.push(await user.shown(id));
    }
    expect(requested).toBe(2);
    expect(shown).toMatchObject([
      { status: "done", summary: "By a model.", summary_by: "bedrock/model-1" },
      { status: "done", summary: "By a model.", summary_by: "bedrock/model-1" },
      { status: "done", summary: "It says something that is worth a whole sentence.", summary_by: "extractive" },
    ]);
    expect(log.lines("summary_over_limit")).toMatchObject([{ level: "INFO", user_id: userId }]);

    const other = await reader(world, newUser()).save();
    await receive(other.message);
    expect(requested).toBe(3);
    world.clock.forward(DAY);
    await receive((await user.save("https://blog.example/next-day")).message);
    expect(requested).toBe(4);
  });

  it("are counted when they fail, and a bookmark never waits for the next day", async () => {
    const failing: Summariser = {
      async summarise() {
        requested += 1;
        throw new SummaryFailure("llm_unavailable", true, { cause: new Error("away") });
      },
    };
    const { id, message } = await user.save();
    const { receive } = worker(2, failing);
    expect(await receive(message, 1)).toBe(false);
    expect(await receive(message, 2)).toBe(false);
    expect(await receive(message, 3)).toBe(true);
    expect(requested).toBe(2);
    expect(await user.shown(id)).toMatchObject({ status: "done", summary_by: "extractive" });
  });

  it("are not used up by a page without text", async () => {
    const empty = () => fetchedPage({ body: Buffer.from("<!doctype html><title>A page</title>") });
    await worker(1, model, empty).receive((await user.save("https://blog.example/empty")).message);
    await worker(1).receive((await user.save("https://blog.example/full")).message);
    expect(requested).toBe(2);
    expect(log.lines("summary_over_limit")).toEqual([]);
  });

  it("never exceed the limit for concurrent pages, and are none for a limit of zero", async () => {
    const taken = await Promise.all(Array.from({ length: 30 }, () => table(7).take(userId, at(0))));
    expect(taken.filter(Boolean)).toHaveLength(7);
    expect(await table(0).take(newUser(), at(0))).toBe(false);
  });

  it("are not listed among the user's bookmarks", async () => {
    await worker(5).receive((await user.save()).message);
    expect(await user.found({})).toHaveLength(1);
  });
});
