import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { awsError } from "./aws-errors.ts";
import type { TestDynamo } from "./dynamo.ts";

/** The operations of DynamoDB by the SDK's commands. */
const OPERATIONS = new Map<unknown, string>([
  [BatchGetCommand, "BatchGetItem"],
  [BatchWriteCommand, "BatchWriteItem"],
  [DeleteCommand, "DeleteItem"],
  [GetCommand, "GetItem"],
  [PutCommand, "PutItem"],
  [QueryCommand, "Query"],
  [ScanCommand, "Scan"],
  [UpdateCommand, "UpdateItem"],
]);

/** Which parts of an input or output are values of attributes: null for such a value, `*` for every part, `{}` for every value. */
type KeyNodes = { readonly [name: string]: KeyNodes } | null;

/** A command of the document client, with what the SDK's types hide. */
interface DocumentCommand {
  readonly input: { readonly TableName?: string };
  readonly inputKeyNodes: KeyNodes;
  readonly outputKeyNodes: KeyNodes;
}

/**
 * A client that calls the emulator without the SDK's middleware, which takes half the CPU time of a call. It has the SDK's
 * conversion of values and the form of its errors; `call` stands for its attempts.
 *
 * @param call makes a call: `attempt` may be made several times; `what` names the operation and its table, if it has one
 */
export function directClient(
  { emulator }: Pick<TestDynamo, "emulator">,
  call: <T>(attempt: () => Promise<T>, what: string) => Promise<T>,
): Pick<DynamoDBDocumentClient, "send"> {
  async function send(command: DocumentCommand): Promise<unknown> {
    const operation = OPERATIONS.get(command.constructor);
    if (operation === undefined) throw new Error(`The client can't send a ${command.constructor.name}.`);
    const { TableName = "" } = command.input;
    const output = await call(async () => {
      const input = converted(command.input, command.inputKeyNodes, toAttribute) as Record<string, unknown>;
      return emulator.call(operation, input).catch((error: unknown) => Promise.reject(asSdkError(error)));
    }, `${operation} ${TableName}`);
    return converted(output, command.outputKeyNodes, fromAttribute);
  }
  return { send: send as unknown as DynamoDBDocumentClient["send"] };
}

/** The emulator has bytes in Base64, as DynamoDB's JSON has. It refuses bytes within a list or a map, which no table has. */
function toAttribute(value: unknown): unknown {
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString("base64") };
  return marshall(value as never, { removeUndefinedValues: true, convertTopLevelContainer: true });
}

function fromAttribute(value: unknown): unknown {
  const { B: bytes } = value as { B?: string };
  if (bytes !== undefined) return Uint8Array.from(Buffer.from(bytes, "base64"));
  return unmarshall(value as never, { convertWithoutMapWrapper: true });
}

function converted(value: unknown, nodes: KeyNodes, convert: (value: unknown) => unknown): unknown {
  if (value === undefined) return undefined;
  if (nodes === null) return convert(value);
  const every = Object.keys(nodes).length === 0 ? null : nodes["*"];
  const part = (name: string, of: unknown) => {
    const inner = every === undefined ? nodes[name] : every;
    return inner === undefined ? of : converted(of, inner, convert);
  };
  if (Array.isArray(value)) return value.map((of, index) => part(String(index), of));
  const parts: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(value as object)) {
    const made = part(name, of);
    if (made !== undefined) parts[name] = made;
  }
  return parts;
}

/** An error of the emulator as the SDK throws it. Only a failed condition has the SDK's class: no table looks at the others'. */
function asSdkError(error: unknown): unknown {
  const { statusCode = 0, body } = error as { statusCode?: number; body?: { __type: string; message?: string } };
  if (body === undefined) return error;
  const $metadata = { httpStatusCode: statusCode };
  const { __type: type, message = "" } = body;
  const name = type.slice(type.indexOf("#") + 1);
  if (name === "ConditionalCheckFailedException") return new ConditionalCheckFailedException({ message, $metadata });
  return awsError(name, statusCode, message);
}
