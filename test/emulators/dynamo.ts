import { setTimeout as pause } from "node:timers/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DynamoEmulator } from "../../lib/local/emulators/dynamo-emulator.ts";
import { dynamoClient } from "./dynamo-client.ts";
import { TABLES } from "./tables.ts";

/** One request that was sent. */
export interface ConsumedRequest {
  /** The command's name. */
  readonly command: string;
  readonly table: string;
  /** Write or read units as the emulator counts them; null for a request that failed, by its condition or otherwise. */
  readonly units: number | null;
}

/** DynamoDB's count of the units of one table. */
interface Capacity {
  readonly CapacityUnits?: number;
}

/** A DynamoDB in memory with the system's tables. */
export interface TestDynamo {
  readonly emulator: DynamoEmulator;
  readonly client: DynamoDBDocumentClient;
  /** The command names of all requests since the list was last emptied, retries included. */
  readonly requests: string[];
  /** The same requests with their units. */
  readonly consumed: ConsumedRequest[];
  close(): Promise<void>;
}

export async function startDynamo(): Promise<TestDynamo> {
  const emulator = new DynamoEmulator();
  await createTables(emulator);
  const requests: string[] = [];
  const consumed: ConsumedRequest[] = [];
  let client: DynamoDBDocumentClient | undefined;
  return {
    emulator,
    // The SDK takes as long for a client as the emulator for its tables, and many tests call the emulator without one.
    get client() {
      client ??= DynamoDBDocumentClient.from(recordingClient(emulator, requests, consumed), {
        marshallOptions: { removeUndefinedValues: true },
      });
      return client;
    },
    requests,
    consumed,
    async close() {
      client?.destroy();
      await emulator.close();
    },
  };
}

function recordingClient(emulator: DynamoEmulator, requests: string[], consumed: ConsumedRequest[]): DynamoDBClient {
  const client = dynamoClient(emulator);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as { TableName?: string; ReturnConsumedCapacity?: string };
      const command = String(context.commandName);
      const request = { command, table: input.TableName ?? "" };
      try {
        const result = await next({ ...args, input: { ...input, ReturnConsumedCapacity: "TOTAL" } as never });
        const { ConsumedCapacity: capacity = [] } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
        // A batch has one for each of its tables.
        const units = [capacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        consumed.push({ ...request, units });
        return result;
      } catch (error) {
        consumed.push({ ...request, units: null });
        throw error;
      }
    },
    { step: "initialize", priority: "low", name: "recordConsumed" },
  );
  client.middlewareStack.add(
    (next, context) => (args) => {
      // The innermost step runs once for each attempt, so that the SDK's own retries are counted.
      requests.push(String(context.commandName));
      return next(args);
    },
    { step: "deserialize", priority: "low", name: "recordRequests" },
  );
  return client;
}

/**
 * Creates the tables, and waits until they are active, which takes one turn of the timers, however short the emulator's delay.
 * Neither the SDK nor the emulator's JSON is used: the fault matrix creates the tables more than ten thousand times.
 */
async function createTables(emulator: DynamoEmulator): Promise<void> {
  await Promise.all(
    Object.entries(TABLES).map(([TableName, definition]) =>
      emulator.call("CreateTable", { TableName, ...structuredClone(definition) }),
    ),
  );
  for (const TableName of Object.keys(TABLES)) {
    while (!(await isActive(emulator, TableName))) await pause(1);
  }
}

async function isActive(emulator: DynamoEmulator, TableName: string): Promise<boolean> {
  const { Table } = (await emulator.call("DescribeTable", { TableName })) as { Table: { TableStatus: string } };
  return Table.TableStatus === "ACTIVE";
}
