import { setTimeout as pause } from "node:timers/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { BatchGetCommand, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";

type Key = Record<string, unknown>;

/** Keys in one BatchGetItem, DynamoDB's limit. */
export const READ_BATCH = 100;
/** Writes in one BatchWriteItem, DynamoDB's limit. */
const WRITE_BATCH = 25;

/** The wait in milliseconds before unprocessed keys are requested again; it doubles each time. */
const FIRST_WAIT_MS = 50;
/** Consecutive responses that process nothing; the waits between them are at most 3.15 s. */
const MOST_IDLE_ANSWERS = 7;

/** A table that processed nothing in several consecutive responses. An HTTP function answers 503. */
export class TableBusy extends Error {
  override readonly name = "TableBusy";

  constructor(table: string) {
    super(`Table ${table} has no capacity for what it is asked at this moment.`);
  }
}

/** Waits this many milliseconds; replaced in tests. */
export type Wait = (milliseconds: number) => Promise<unknown>;

/**
 * The items with these keys, in no order, read consistently; keys without an item are left out.
 *
 * @throws TableBusy
 */
export async function itemsWithKeys<T>(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Key[],
  wait: Wait = pause,
): Promise<T[]> {
  const found: T[] = [];
  await inBatches({ table, keys, size: READ_BATCH, wait }, async (batch) => {
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: batch, ConsistentRead: true } } }),
    );
    found.push(...((Responses[table] ?? []) as T[]));
    return UnprocessedKeys[table]?.Keys ?? [];
  });
  return found;
}

/** Deletes the items with these keys, whether they exist or not. @throws TableBusy when some may be left */
export async function deleteKeys(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Key[],
  wait: Wait = pause,
): Promise<void> {
  await inBatches({ table, keys, size: WRITE_BATCH, wait }, async (batch) => {
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteCommand({ RequestItems: { [table]: batch.map((Key) => ({ DeleteRequest: { Key } })) } }),
    );
    return (UnprocessedItems[table] ?? []).flatMap(({ DeleteRequest }) => DeleteRequest?.Key ?? []);
  });
}

interface Batches {
  readonly table: string;
  readonly keys: readonly Key[];
  readonly size: number;
  readonly wait: Wait;
}

/**
 * Processes all keys, one batch after the other. Keys that did not fit into the 16 MB of a response, or exceeded the table's
 * capacity, are processed again after a wait with full jitter, which grows while nothing is processed.
 *
 * @param act returns the unprocessed keys
 */
async function inBatches(
  { table, keys, size, wait }: Batches,
  act: (batch: Key[]) => Promise<readonly Key[]>,
): Promise<void> {
  let left = [...keys];
  let idleAnswers = 0;
  while (left.length > 0) {
    const batch = left.slice(0, size);
    const undone = await act(batch);
    left = [...undone, ...left.slice(size)];
    if (undone.length < batch.length) idleAnswers = 0;
    else idleAnswers += 1;
    if (idleAnswers === MOST_IDLE_ANSWERS) throw new TableBusy(table);
    if (undone.length > 0) await wait(Math.random() * FIRST_WAIT_MS * 2 ** Math.max(0, idleAnswers - 1));
  }
}
