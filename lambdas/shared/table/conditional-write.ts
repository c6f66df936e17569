import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type {
  DeleteCommandInput,
  DynamoDBDocumentClient,
  PutCommandInput,
  UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { ItemAddress } from "./update.ts";
import { STILL_HOLDS } from "./update.ts";

export { STILL_HOLDS };

/** The condition of a write. */
interface Condition {
  /** The state that the write expects. */
  readonly ConditionExpression: string;
  /**
   * What only this write leaves in the item: an expression over the same names and values. When a response is lost, the SDK
   * retries a write that took effect, and the retry's condition fails because of it; this expression distinguishes the own
   * write from another.
   */
  readonly ownWrite: string | typeof STILL_HOLDS;
}

/** An update without its table, key and return values. */
export type Update = Omit<UpdateCommandInput, "TableName" | "Key" | "ReturnValues"> & Condition;

/** A put without its table; the item's key may be left out. */
export type Put = Omit<PutCommandInput, "TableName" | "ReturnValues"> & Condition;

/** The part of an update that sets every one of these attributes; the update may name others. */
export function allSet(attributes: object) {
  const all = Object.entries(attributes);
  return {
    set: `SET ${all.map((_, index) => `#set${index} = :set${index}`).join(", ")}`,
    names: Object.fromEntries(all.map(([name], index) => [`#set${index}`, name])),
    values: Object.fromEntries(all.map(([, value], index) => [`:set${index}`, value])),
  };
}

/** Updates one item under a condition. @returns the item after the update; null when the condition did not hold */
export async function updatedItem<T>(
  client: DynamoDBDocumentClient,
  where: ItemAddress,
  { ownWrite, ...update }: Update,
): Promise<T | null> {
  const written = client.send(
    new UpdateCommand({ ...where, Key: { ...where.Key }, ReturnValues: "ALL_NEW", ...withUsed(update) }),
  );
  const result = await unlessRefused(written, () => ownItem(client, where, ownWrite, update));
  return result === null ? null : (result.Attributes as T);
}

/** Updates one item under a condition. @returns false when the condition did not hold */
export async function conditionalUpdate(
  client: DynamoDBDocumentClient,
  where: ItemAddress,
  { ownWrite, ...update }: Update,
): Promise<boolean> {
  const written = client.send(new UpdateCommand({ ...where, Key: { ...where.Key }, ...withUsed(update) }));
  return (await unlessRefused(written, () => ownItem(client, where, ownWrite, update))) !== null;
}

/** Puts one item under a condition. @returns false when the condition did not hold */
export async function conditionalPut(
  client: DynamoDBDocumentClient,
  { TableName, Key }: ItemAddress,
  { ownWrite, ...put }: Put,
): Promise<boolean> {
  const written = client.send(new PutCommand({ TableName, ...withUsed(put), Item: { ...Key, ...put.Item } }));
  return (await unlessRefused(written, () => ownItem(client, { TableName, Key }, ownWrite, put))) !== null;
}

/**
 * Deletes one item under a condition. A retry that finds no item assumes that the lost first attempt deleted it: even
 * if another request did, the item is deleted as requested.
 *
 * @returns false when the condition did not hold
 */
export async function conditionalDelete(
  client: DynamoDBDocumentClient,
  where: ItemAddress,
  condition: Omit<DeleteCommandInput, "TableName" | "Key" | "ReturnValues">,
): Promise<boolean> {
  const address = { ...where, Key: { ...where.Key } };
  const deleted = client.send(new DeleteCommand({ ...address, ...condition }));
  const isMissing = { ConditionExpression: "attribute_not_exists(#item)", ExpressionAttributeNames: keyName(where) };
  const result = await unlessRefused(deleted, () =>
    unlessRefused(client.send(new DeleteCommand({ ...address, ...isMissing })), async () => null),
  );
  return result !== null;
}

/**
 * @param ifRetried reads whether the condition failed because of the write's own first attempt
 * @returns null when the condition did not hold; other errors are thrown
 */
async function unlessRefused<T>(write: Promise<T>, ifRetried: () => Promise<T | null>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return (error.$metadata.attempts ?? 1) > 1 ? ifRetried() : null;
  }
}

/**
 * The current item, if it shows that the write took effect. It is read by an update that changes nothing, so that a writing
 * role needs no permission to read.
 */
async function ownItem(
  client: DynamoDBDocumentClient,
  where: ItemAddress,
  ownWrite: Condition["ownWrite"],
  { ExpressionAttributeNames: names, ExpressionAttributeValues: values }: Expressions,
) {
  if (ownWrite === STILL_HOLDS) return null;
  const condition = withUsed({
    // An update would create a missing item.
    ConditionExpression: `attribute_exists(#item) AND (${ownWrite})`,
    ExpressionAttributeNames: { ...names, ...keyName(where) },
    ExpressionAttributeValues: values,
  });
  const read = client.send(
    new UpdateCommand({ ...where, Key: { ...where.Key }, ReturnValues: "ALL_NEW", ...condition }),
  );
  return unlessRefused(read, async () => null);
}

function keyName({ Key }: ItemAddress): Record<string, string> {
  return { "#item": Object.keys(Key)[0] ?? "" };
}

type Expressions = Pick<UpdateCommandInput, "ExpressionAttributeNames" | "ExpressionAttributeValues">;

/** Leaves out unused names and values, which DynamoDB rejects. */
function withUsed<T extends Expressions & Pick<UpdateCommandInput, "UpdateExpression" | "ConditionExpression">>({
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: values,
  ...write
}: T) {
  const used = new Set(`${write.UpdateExpression} ${write.ConditionExpression}`.match(/[#:]\w+/g));
  return {
    ...write,
    ...usedOf("ExpressionAttributeNames", names, used),
    ...usedOf("ExpressionAttributeValues", values, used),
  };
}

function usedOf(field: string, all: Readonly<Record<string, unknown>> | undefined, used: ReadonlySet<string>) {
  const some = Object.entries(all ?? {}).filter(([placeholder]) => used.has(placeholder));
  return some.length === 0 ? {} : { [field]: Object.fromEntries(some) };
}
