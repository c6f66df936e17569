import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Route } from "../../lambdas/shared/http/route.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { Invocation, LostAnswer } from "../emulators/invocation.ts";
import { invocation } from "../emulators/invocation.ts";
import { TABLES } from "../emulators/tables.ts";
import type { TestQueue } from "../emulators/test-queue.ts";
import { load } from "../load.ts";

/** An entry point that is ready to be invoked. */
interface Ready {
  /** One invocation, with its client and its queues. @returns its answer, or its outcome */
  readonly act: (running: Invocation) => Promise<unknown>;
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

/**
 * An item without the attributes that a repeated call may change: a count of attempts may be one too high, but never too
 * low.
 */
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
    // Mercari's watched rows are attributes whose names are ids.
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
    const running = invocation(dynamo, fault);
    const result = await running.answer(() => act(running));
    // A send whose response was lost is repeated; the receiver can't know this.
    const sent = queues.map((queue) => [...new Set(queue.sent.map(({ message }) => JSON.stringify(message)))]);
    return { calls: running.calls(), came: { result, tables: await tablesOf(dynamo), sent } };
  } finally {
    await dynamo.close();
  }
}

/**
 * The invariant of every entry point: if one of its calls to AWS takes effect and its response is lost, so that the SDK
 * repeats it, the entry point gives the same answer, sends the same messages and leaves the same items.
 */
export function describeLostAnswers(entryPoints: readonly EntryPoint[]): void {
  describe("an entry point one of whose calls takes effect and loses its response", () => {
    it.each(entryPoints)("$what: ends in the same state, for every call", async (entryPoint) => {
      const undisturbed = await run(entryPoint, null);
      expect(undisturbed.calls).toBeGreaterThan(0);
      // An entry point that makes no call would prove nothing.
      expect(JSON.stringify(undisturbed.came.result)).not.toMatch(/"status":(?:4(?!09)|5)\d\d/);
      for (let call = 1; call <= undisturbed.calls; call += load(1, 2)) {
        const { came } = await run(entryPoint, { call, moment: "answer_lost" });
        expect({ call, ...came }).toEqual({ call, ...undisturbed.came });
      }
    });
  });
}

/** The writing routes of a feature, by the names of `describeLostAnswers`. */
export function writingRoutes(routes: Readonly<Record<string, Route>>): readonly string[] {
  return Object.values(routes).flatMap(({ method, path }) =>
    method === "GET" || method === "HEAD" ? [] : `${method} ${path}`,
  );
}

/** The routes that the entry points cover. */
export function routesOf(entryPoints: readonly EntryPoint[]): readonly string[] {
  return [...new Set(entryPoints.flatMap(({ what }) => /^[A-Z]+ \/[^\s,]*/.exec(what)?.[0] ?? []))];
}
