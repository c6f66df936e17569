import { StartError } from "../start-error.ts";
import type { Template } from "../template/template.ts";
import type { DynamoEmulator } from "./dynamo-emulator.ts";

const DEFINING = ["AttributeDefinitions", "KeySchema", "LocalSecondaryIndexes", "GlobalSecondaryIndexes"] as const;
/** What may not differ within a definition. */
const COMPARED = ["AttributeName", "AttributeType", "KeyType", "IndexName", "KeySchema"];

/**
 * Creates the template's tables that do not exist from an earlier start.
 *
 * @returns the tables' physical names
 * @throws StartError when a table of the data folder has other keys or indexes than the template says
 */
export async function ensureTables(template: Template, dynamo: DynamoEmulator): Promise<string[]> {
  const names: string[] = [];
  for (const { ref: TableName, properties } of template.ofType("AWS::DynamoDB::Table")) {
    names.push(TableName);
    const definition = Object.fromEntries(
      DEFINING.flatMap((key) => (key in properties ? [[key, properties[key]]] : [])),
    );
    const made = await call(dynamo, "CreateTable", { TableName, BillingMode: "PAY_PER_REQUEST", ...definition });
    if (made.status === 200) continue;
    const { body } = await call(dynamo, "DescribeTable", { TableName });
    const there = (body as { Table?: Record<string, unknown> }).Table;
    if (there === undefined) throw new Error(`DynamoDB refuses table ${TableName}: ${JSON.stringify(made.body)}`);
    for (const key of DEFINING) {
      if (shape(there[key]) === shape(definition[key])) continue;
      throw new StartError(
        `Table ${TableName} of the data folder is of another version (${key}); move the folder away, or name another in MAGPIE_DATA_DIR.`,
      );
    }
  }
  return names;
}

async function call(dynamo: DynamoEmulator, operation: string, input: unknown) {
  const { status, body } = await dynamo.send(operation, Buffer.from(JSON.stringify(input)));
  return { status, body: JSON.parse(body.toString()) as unknown };
}

/** A definition in a canonical order and without the emulator's additions. @param fields those that are compared */
export function shape(definition: unknown, fields: readonly string[] = COMPARED): string {
  const list = (definition ?? []) as Record<string, unknown>[];
  return JSON.stringify(list.map((part) => JSON.stringify(fields.map((field) => part[field]))).sort());
}
