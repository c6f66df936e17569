import { describe, expect, it } from "vitest";
import { BOOK_PARTITIONS } from "../../../lambdas/books/tables/book-table.ts";
import { encodeCursor } from "../../../lambdas/shared/http/pagination.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { problem } from "../../emulators/feature-api.ts";
import { admin, operatorOfEachTest, send, world } from "../operator-of-tests.ts";

capturedLog();
operatorOfEachTest();

const [PARTITION = ""] = BOOK_PARTITIONS;
const PLACE = "2026-11-20T03:00:00.000Z#0b8f5f5e-6f0e-8e53-9a4c-8b6ab1b0b0b1";

// The digest in a cursor is no secret: with the source code, anyone can make a valid one for any position.
describe("a cursor that was forged with a valid digest", () => {
  const books = (position: object, q?: string) => {
    const cursor = encodeCursor(position, ["books", JSON.stringify({ q })]);
    return send({ route: "GET /v1/books", query: { cursor, ...(q === undefined ? {} : { q }) } });
  };

  it("of books is taken for places of books only", async () => {
    expect(await books({ [PARTITION]: PLACE })).toMatchObject({ status: 200 });
    for (const position of [
      { jobs: PLACE },
      { [PARTITION]: "" },
      { [PARTITION]: 7 },
      { [PARTITION]: `${PLACE}0` },
      { [PARTITION]: `0${PLACE}` },
      { [PARTITION]: PLACE.replace("#", "") },
      { [PARTITION]: PLACE, jobs: PLACE },
    ])
      expect(await books(position)).toEqual(problem(400, "invalid_cursor"));
  });

  it("of a search belongs to that search; for any other, no limit is counted", async () => {
    expect(await books({ [PARTITION]: PLACE }, "owls")).toMatchObject({ status: 200 });
    let counted = 0;
    world.limits.count = async () => {
      counted += 1;
    };
    const cursor = encodeCursor({ [PARTITION]: PLACE }, ["books", JSON.stringify({ q: "owls" })]);
    for (const query of [{ cursor }, { cursor, q: "whales" }, { cursor, q: "owls", job: "a" }])
      expect(await send({ route: "GET /v1/books", query })).toEqual(problem(400, "invalid_cursor"));
    expect(counted).toBe(0);
    await send({ route: "GET /v1/books", query: { cursor, q: "owls" } });
    expect(counted).toBe(1);
  });

  it("of jobs is taken for a name only", async () => {
    const jobs = (position: object) =>
      send({ route: "GET /v1/jobs", query: { cursor: encodeCursor(position, ["jobs"]) } });
    expect(await jobs({ name: "a" })).toMatchObject({ status: 200 });
    for (const position of [{}, { name: "" }, { name: "A" }, { name: 7 }])
      expect(await jobs(position)).toEqual(problem(400, "invalid_cursor"));
  });

  it("of runs is taken for the key of a record only", async () => {
    await admin.create("lights");
    const { id } = (await world.jobs.get("lights")) ?? { id: "" };
    const runs = (position: object) => {
      const query = { cursor: encodeCursor(position, ["runs", id]) };
      return send({ route: "GET /v1/jobs/{name}/runs", params: { name: "lights" }, query });
    };
    expect(await runs({ sk: "a".repeat(100) })).toMatchObject({ status: 200 });
    for (const position of [{}, { sk: 7 }, { sk: "a".repeat(101) }])
      expect(await runs(position)).toEqual(problem(400, "invalid_cursor"));
  });
});
