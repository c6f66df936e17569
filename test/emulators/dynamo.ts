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
  const client = dynamoClient(emulator);
  const requests: string[] = [];
  const consumed: ConsumedRequest[] = [];
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
  return {
    emulator,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    requests,
    consumed,
    async close() {
      client.destroy();
      await emulator.close();
    },
  };
}

const CREATE_TABLES = Object.entries(TABLES).map(([TableName, definition]) => ({
  TableName,
  body: Buffer.from(JSON.stringify({ TableName, ...definition })),
}));

/**
 * Creates the tables, and waits until they are active. It does not use the SDK, whose first calls take six times as long.
 */
async function createTables(emulator: DynamoEmulator): Promise<void> {
  await Promise.all(
    CREATE_TABLES.map(async ({ TableName, body }) => {
      const { status, body: answer } = await emulator.send("CreateTable", body);
      if (status !== 200) throw new Error(`Table ${TableName} was not created: ${answer}`);
      const name = Buffer.from(JSON.stringify({ TableName }));
      // The table becomes active a tick later, however short the emulator's delay.
      while (!(await emulator.send("DescribeTable", name)).body.includes('"TableStatus":"ACTIVE"'));
    }),
  );
}
