import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { BlockedHostTable } from "../../lambdas/recommendations/tables/blocked-host-table.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { TABLE } from "./changes-world.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";
import { publisher } from "./recommendations-world.ts";
import { DAY, FOUND } from "./sample-mentions.ts";
import { verifiedBy } from "./verified-by.ts";

const TARGET = "https://alice.example/";
const LIST = "/.well-known/recommendations.json";

const log = capturedLog();
publisherOfEachTest();

let addresses = 0;

/** Sends a mention of our page from an address that no other request has. @returns the mention's id */
async function announced(source: string): Promise<string> {
  addresses += 1;
  world.clock.forward(1);
  const sourceAddress = `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
  const { status } = await olga.mention({ source, target: TARGET }, { sourceAddress });
  expect(status).toBe(202);
  return world.webmentionReceiveQueue.sent.at(-1)?.message.mentionId ?? "";
}

const verifiedTo = (id: string, kind: "found" | "not_found") =>
  verifiedBy(world, id, kind === "found" ? FOUND : { kind });

async function verified(source: string): Promise<string> {
  const id = await announced(source);
  await verifiedTo(id, "found");
  return id;
}

/** The sources of a list, page by page. */
async function walked(query: Record<string, string>, between: () => Promise<unknown> = async () => undefined) {
  const sources: string[] = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await olga.mentions({ ...query, ...(cursor === null ? {} : { cursor }) });
    expect(status).toBe(200);
    sources.push(...body.mentions.map(({ source }: { source: string }) => source));
    cursor = body.next_cursor;
    await between();
  } while (cursor !== null);
  return sources;
}

const incoming = async () =>
  (await olga.incoming({ limit: "100" })).body.recommendations.map(({ url }: { url: string }) => url);

describe("GET /v1/mentions", () => {
  it("lists mentions, newest first: recommendations and pages, verified, gone, or new", async () => {
    const page = await announced("https://bob.example/post");
    const firstSeenAt = world.clock.now().toISOString();
    world.clock.forward(MINUTE);
    await verifiedTo(page, "found");
    const verifiedAt = world.clock.now().toISOString();
    const list = await announced(`https://carol.example${LIST}`);
    expect((await olga.mentions()).body).toEqual({
      mentions: [
        {
          id: list,
          source: `https://carol.example${LIST}`,
          target: TARGET,
          kind: "recommendation",
          status: "new",
          title: null,
          hidden: false,
          first_seen_at: world.clock.now().toISOString(),
          last_verified_at: null,
        },
        {
          id: page,
          source: "https://bob.example/post",
          target: TARGET,
          kind: "page",
          status: "verified",
          title: "Another site",
          hidden: false,
          first_seen_at: firstSeenAt,
          last_verified_at: verifiedAt,
        },
      ],
      next_cursor: null,
    });
    await verifiedTo(page, "not_found");
    expect((await olga.mentions({ status: "gone" })).body.mentions).toMatchObject([
      { id: page, status: "gone", last_verified_at: verifiedAt },
    ]);
  });

  it("shows each mention once, even if others are added", async () => {
    const sources = Array.from({ length: 5 }, (_, index) => `https://s${index}.example/post`);
    for (const source of sources) await announced(source);
    let others = 0;
    const another = () => {
      others += 1;
      return announced(`https://other${others}.example/`);
    };
    expect(await walked({ limit: "2" }, another)).toEqual(sources.toReversed());
  });

  it("rejects an invalid filter, and a cursor of another list", async () => {
    for (let index = 0; index < 3; index += 1) await announced(`https://s${index}.example/`);
    expect(await olga.mentions({ status: "spam" })).toMatchObject(problem(400, "validation_error"));
    expect(await olga.mentions({ kind: "link" })).toMatchObject(problem(400, "validation_error"));
    const { next_cursor: cursor } = (await olga.mentions({ limit: "1" })).body;
    expect(await olga.mentions({ cursor, status: "new" })).toMatchObject(problem(400, "invalid_cursor"));
    for (const [of, used] of [
      [{ kind: "page" }, { kind: "recommendation" }],
      [{ status: "new" }, { status: "gone" }],
    ]) {
      const { next_cursor: theirs } = (await olga.mentions({ limit: "1", ...of })).body;
      expect(await olga.mentions({ cursor: theirs, ...used })).toMatchObject(problem(400, "invalid_cursor"));
    }
    expect(await olga.mentions({ cursor: `${cursor}x` })).toMatchObject(problem(400, "invalid_cursor"));
    expect(await olga.blockedHosts({ cursor })).toMatchObject(problem(400, "invalid_cursor"));
  });

  it("shows no expired mention that TTL has not yet deleted, and accepts it as new", async () => {
    const id = await announced("https://bob.example/");
    world.clock.forward(7 * DAY + MINUTE);
    expect(await walked({})).toEqual([]);
    expect(await announced("https://bob.example/")).toBe(id);
    expect((await olga.mentions()).body.mentions).toMatchObject([
      { id, status: "new", first_seen_at: world.clock.now().toISOString() },
    ]);
  });

  it("shows a gone mention for ten weeks", async () => {
    const id = await verified("https://bob.example/");
    await verifiedTo(id, "not_found");
    world.clock.forward(70 * DAY - 1);
    expect(await walked({})).toHaveLength(1);
    world.clock.forward(1_000);
    expect(await walked({})).toEqual([]);
  });
});

describe("a host with many mentions", () => {
  it("can have a hundred; further ones are accepted and dropped", async () => {
    await world.mentionCounts.correct(new Map(), new Map([["farm.example", 99]]));
    for (const page of [0, 1, 2]) await announced(`https://farm.example/${page}`);
    expect(await walked({})).toEqual(["https://farm.example/0"]);
    expect(log.lines("mention_dropped")).toMatchObject(Array(2).fill({ code: "host_full", host: "farm.example" }));
    expect(world.webmentionReceiveQueue.sent).toHaveLength(1);
    // A known mention is verified again, and other hosts have limits of their own.
    await announced("https://farm.example/0");
    await announced("https://bob.example/");
    expect(world.webmentionReceiveQueue.sent).toHaveLength(3);
  });
});

describe("blocked hosts", () => {
  it("are listed, the latest first, page by page, and unblocked", async () => {
    const hosts = ["a.example", "b.example", "c.example", "d.example"];
    for (const host of hosts) {
      // Two of them at the same time.
      if (host !== "d.example") world.clock.forward(MINUTE);
      const blocked = { host, blocked_at: world.clock.now().toISOString() };
      expect(await olga.block(host.toUpperCase())).toMatchObject({ status: 201, body: blocked });
    }
    const { body } = await olga.blockedHosts({ limit: "3" });
    expect(body.blocked_hosts.map(({ host }: { host: string }) => host)).toEqual(hosts.slice(1).toReversed());
    const rest = (await olga.blockedHosts({ limit: "3", cursor: body.next_cursor })).body;
    expect(rest).toMatchObject({ blocked_hosts: [{ host: "a.example" }], next_cursor: null });
    expect((await olga.unblock("B.example")).status).toBe(204);
    expect(await olga.unblock("b.example")).toMatchObject(problem(404, "not_found"));
    expect(await olga.unblock("no host")).toMatchObject(problem(404, "not_found"));
    expect((await olga.blockedHosts()).body.blocked_hosts).toHaveLength(3);
  });

  it("are blocked once, even by repeated requests", async () => {
    const key = { "idempotency-key": randomUUID() };
    const first = await olga.block("bob.example", key);
    expect(first.status).toBe(201);
    world.clock.forward(MINUTE);
    expect((await olga.block("bob.example", key)).body).toEqual(first.body);
    expect((await olga.block("bob.example")).body).toEqual(first.body);
    expect((await olga.blockedHosts()).body.blocked_hosts).toHaveLength(1);
    // The same request again gets the first answer, and does not undo what was decided since.
    await olga.unblock("bob.example");
    expect(await olga.block("bob.example", key)).toMatchObject({ status: 201, body: first.body });
    expect((await olga.blockedHosts()).body.blocked_hosts).toEqual([]);
  });

  it("are a thousand at most, of which each can be blocked again", async () => {
    const blockedAt = world.clock.now().toISOString();
    let hosts = Array.from({ length: 999 }, (_, index) => ({ host: `s${index}.example`, blockedAt }));
    const blockedHosts = Object.assign(new BlockedHostTable(dynamo.client, TABLE), { all: async () => hosts });
    const full = publisher({ ...world, blockedHosts });
    expect(await full.block("bob.example")).toMatchObject({
      status: 201,
      headers: { location: "/v1/blocked-hosts/bob.example" },
    });
    hosts = [...hosts, { host: "bob.example", blockedAt }];
    expect(await full.block("carol.example")).toMatchObject(problem(409, "too_many_blocked_hosts"));
    expect((await full.block("bob.example")).status).toBe(201);
    expect((await olga.blockedHosts()).body.blocked_hosts).toMatchObject([{ host: "bob.example" }]);
  });

  it.each(["", "example", "https://bob.example/", "bob.example/x", 7])("are not parsed from %j", async (host) => {
    expect(await olga.block(host)).toMatchObject(problem(400, "validation_error"));
  });

  it("lose their verified mentions, with those of their subdomains, in every list at once; new ones are dropped", async () => {
    const list = `https://blog.farm.example${LIST}`;
    await verified(list);
    await verified("https://farm.example/post");
    await verified(`https://bob.example${LIST}`);
    expect(await incoming()).toEqual(["https://bob.example/", "https://blog.farm.example/"]);
    await olga.block("farm.example");
    expect(await incoming()).toEqual(["https://bob.example/"]);
    expect(await walked({})).toEqual([`https://bob.example${LIST}`]);
    const sent = world.webmentionReceiveQueue.sent.length;
    const sources = ["https://farm.example/other", "https://www.farm.example/post", "https://farm.example./post"];
    for (const source of [list, ...sources]) await announced(source);
    expect(world.webmentionReceiveQueue.sent).toHaveLength(sent);
    expect(log.lines("mention_dropped").map(({ code }) => code)).toEqual(Array(4).fill("host_blocked"));

    await olga.unblock("farm.example");
    expect(await announced("https://farm.example/other")).not.toBe("");
    expect(world.webmentionReceiveQueue.sent).toHaveLength(sent + 1);
  });
});

describe("the cost of mentions", () => {
  const counted = async (act: () => Promise<unknown>) => {
    dynamo.consumed.length = 0;
    await act();
    const writes = dynamo.consumed.filter(({ command }) => /^(Put|Update|Delete)/.test(command)).length;
    return { writes, reads: dynamo.consumed.length - writes };
  };

  it("is five writes and two reads for a new one, three and two for a known one, less for a dropped one", async () => {
    expect(await counted(() => announced("https://bob.example/"))).toEqual({ writes: 5, reads: 2 });
    expect(await counted(() => announced("https://bob.example/"))).toEqual({ writes: 3, reads: 2 });
    await olga.block("farm.example");
    expect(await counted(() => announced("https://farm.example/"))).toEqual({ writes: 1, reads: 2 });
  });

  it("is, for a list, one read for the list, one for the page, and one for the blocked hosts", async () => {
    for (let index = 0; index < 60; index += 1) await announced(`https://s${index}.example/`);
    expect(await counted(() => olga.mentions({ limit: "5" }))).toEqual({ writes: 0, reads: 14 });
    expect(await counted(() => olga.mentions({ limit: "5", kind: "page", status: "new", hidden: "false" }))).toEqual({
      writes: 0,
      reads: 3,
    });
  });

  it("is, for the list of sites that recommend us, few reads of mentions that are not on the page", async () => {
    const text = "x".repeat(1_500);
    for (let index = 0; index < 60; index += 1) {
      const id = await announced(`https://s${index}.example/${text}${LIST}`);
      await verifiedTo(id, "found");
    }
    dynamo.consumed.length = 0;
    expect((await olga.incoming()).body.meta.pagination.total).toBe(60);
    expect(dynamo.consumed.map(({ command }) => command).sort()).toEqual([
      "BatchGetItemCommand",
      "GetItemCommand",
      "QueryCommand",
      "QueryCommand",
    ]);
    const units = (isPage: boolean) =>
      dynamo.consumed
        .filter(({ command }) => (command === "BatchGetItemCommand") === isPage)
        .reduce((sum, request) => sum + (request.units ?? 0), 0);
    // The sixty items are 120 KB and more: 15 units, eventually consistent.
    expect(units(false)).toBeLessThan(5);
    // The five items of the page.
    expect(units(true)).toBeLessThanOrEqual(5);
  });
});
