import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Route } from "../../lambdas/shared/http/route.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { Invocation, LostAnswer } from "../emulators/invocation.ts";
import { invocation } from "../emulators/invocation.ts";
import { TABLES } from "../emulators/tables.ts";
import type { TestQueue } from "../emulators/test-queue.ts";

/** What is ready to be invoked. */
interface Ready {
  /** One invocation, by its client and its queues. @returns what it answers, or came to */
  readonly act: (living: Invocation) => Promise<unknown>;
  /** The queues that it sends to. */
  readonly queues?: readonly Pick<TestQueue<unknown>, "sent">[];
}

/** A Lambda entry point in a state of the world. */
export interface EntryPoint {
  /** Route, worker or schedule, and the state, in words. */
  readonly what: string;
  /** Builds the world in empty tables, always the same one. */
  readonly start: (dynamo: TestDynamo) => Promise<Ready>;
}

/** An item without what a repeated call may change: a count of attempts is one too high then, never too low. */
function uncounted({ count: _count, version: _version, published: _published, ...item }: Record<string, unknown>) {
  return item;
}

/** Maps whose names are data, such as ids and hashes. */
const NAMED_BY_DATA = new Set(["cursors", "entries", "owners", "announcements", "announced", "counts"]);

/** The names of attributes at any depth that are not in snake_case. */
function misnamed(item: unknown, isNamedByData = false): readonly string[] {
  if (Array.isArray(item)) return item.flatMap((value) => misnamed(value));
  if (typeof item !== "object" || item === null || item instanceof Set || ArrayBuffer.isView(item)) return [];
  return Object.entries(item).flatMap(([name, value]) => [
    // Mercari's watched rows are attributes of their own.
    ...(isNamedByData || name.startsWith("@") || /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name) ? [] : [name]),
    ...misnamed(value, NAMED_BY_DATA.has(name)),
  ]);
}

async function tablesOf({ client }: TestDynamo) {
  const contents = await Promise.all(
    Object.keys(TABLES).map(async (TableName) => {
      const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
      expect(misnamed(Items)).toEqual([]);
      const texts = Items.map((item) => JSON.stringify(uncounted(item), setsAsLists));
      return [TableName, texts.sort()] as const;
    }),
  );
  return Object.fromEntries(contents);
}

function setsAsLists(_name: string, value: unknown): unknown {
  return value instanceof Set ? [...value].sort() : value;
}

async function run({ start }: EntryPoint, fault: LostAnswer | null) {
  const dynamo = await startDynamo();
  try {
    const { act, queues = [] } = await start(dynamo);
    const living = invocation(dynamo, fault);
    const result = await living.answer(() => act(living));
    // A send whose answer was lost is sent again; whatever receives the message can't know.
    const sent = queues.map((queue) => [...new Set(queue.sent.map(({ message }) => JSON.stringify(message)))]);
    return { calls: living.calls(), came: { result, tables: await tablesOf(dynamo), sent } };
  } finally {
    await dynamo.close();
  }
}

/**
 * The law for every entry point: whichever of its calls to AWS takes effect and loses its answer, so that the SDK makes it
 * again, the entry point answers the same, sends the same and leaves the same in the tables.
 */
export function describeLostAnswers(entryPoints: readonly EntryPoint[]): void {
  describe("an entry point one of whose calls takes effect and loses its answer", () => {
    it.each(entryPoints)("$what: comes to the same, whichever call it is", async (entryPoint) => {
      const undisturbed = await run(entryPoint, null);
      expect(undisturbed.calls).toBeGreaterThan(0);
      // An entry point that finds nothing to do, or is asked for nonsense, shows nothing.
      expect(JSON.stringify(undisturbed.came.result)).not.toMatch(/"status":(?:4(?!09)|5)\d\d/);
      for (let call = 1; call <= undisturbed.calls; call += 1) {
        const { came } = await run(entryPoint, { call, moment: "answer_lost" });
        expect({ call, ...came }).toEqual({ call, ...undisturbed.came });
      }
    });
  });
}

/** The routes of a feature that write, as the entry points of `describeLostAnswers` name them. */
export function writingRoutes(routes: Readonly<Record<string, Route>>): readonly string[] {
  return Object.values(routes).flatMap(({ method, path }) =>
    method === "GET" || method === "HEAD" ? [] : `${method} ${path}`,
  );
}

/** The routes that entry points are about. */
export function routesOf(entryPoints: readonly EntryPoint[]): readonly string[] {
  return [...new Set(entryPoints.flatMap(({ what }) => /^[A-Z]+ \/[^\s,]*/.exec(what)?.[0] ?? []))];
}
