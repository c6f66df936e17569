import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Condition } from "./expression.ts";
import { all, isAbsent, isPresent, Placeholders } from "./expression.ts";

export interface ItemAddress {
  readonly TableName: string;
  readonly Key: Readonly<Record<string, string>>;
}

/** Marks a write whose condition still holds after it, so that the SDK's retry writes the same again. */
export const STILL_HOLDS = Symbol("the condition still holds after the write");

/** In place of a value that is set: the attribute is removed. */
export const REMOVED = Symbol("the attribute is removed");

interface Conditional {
  /** The state that the write expects: all of these hold. Without any, it writes whatever the item contains. */
  readonly when: readonly Condition[];
  /**
   * What only this write leaves in the item. When a response is lost, the SDK retries a write that took effect, and the
   * retry's condition fails because of it; this distinguishes the own write from another.
   */
  readonly ownWrite: readonly Condition[] | typeof STILL_HOLDS;
}

/** What an update changes, by the paths of attributes (see expression.ts). */
export interface Changes {
  /** Values, or operands such as `storedPlus`. An attribute is left as it is by undefined, and removed by `REMOVED`. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Numbers to add, or sets whose members join the stored ones; to an attribute that need not exist. */
  readonly add?: Readonly<Record<string, number | ReadonlySet<unknown>>>;
  readonly remove?: readonly string[];
}

/**
 * An update under a condition.
 *
 * @example
 * await updateItem(client, { TableName: "stocks", Key: { user_id, id } }, {
 *   set: { status: "failed", failure_code: code, updated_at: at },
 *   remove: ["pending_partition", "reconcile_at"],
 *   when: [is("fetch_id", fetchId), isOneOf("status", ["pending", "failed"])],
 *   ownWrite: [is("fetch_id", fetchId), is("status", "failed"), is("updated_at", at)],
 * });
 */
export interface Update extends Changes, Conditional {}

/** A put under a condition; the item's key may be left out. */
export interface Put extends Conditional {
  readonly item: object;
}

/** Updates one item under a condition. @returns false when the condition did not hold */
export async function updateItem(client: DynamoDBDocumentClient, where: ItemAddress, update: Update): Promise<boolean> {
  const written = client.send(new UpdateCommand({ ...addressOf(where), ...toExpressions(update) }));
  return (await unlessRefused(written, () => readOwn(client, where, update))) !== null;
}

/** Updates one item under a condition. @returns the item after the update; null when the condition did not hold */
export async function updateAndGet<T>(
  client: DynamoDBDocumentClient,
  where: ItemAddress,
  update: Update,
): Promise<T | null> {
  const command = new UpdateCommand({ ...addressOf(where), ReturnValues: "ALL_NEW", ...toExpressions(update) });
  const result = await unlessRefused(client.send(command), () => readOwn(client, where, update));
  return result === null ? null : (result.Attributes as T);
}

/** Updates one item, whatever it contains, or creates it. @returns the item after the update */
export async function upsertItem<T>(client: DynamoDBDocumentClient, where: ItemAddress, changes: Changes): Promise<T> {
  const command = new UpdateCommand({ ...addressOf(where), ReturnValues: "ALL_NEW", ...toExpressions(changes) });
  return (await client.send(command)).Attributes as T;
}

/** Puts one item under a condition. @returns false when the condition did not hold */
export async function putItem(client: DynamoDBDocumentClient, where: ItemAddress, put: Put): Promise<boolean> {
  const { TableName, Key } = where;
  const written = client.send(new PutCommand({ TableName, Item: { ...Key, ...put.item }, ...toExpressions(put) }));
  return (await unlessRefused(written, () => readOwn(client, where, put))) !== null;
}

/**
 * Deletes one item under conditions, if there are any. A retry that finds no item assumes that the lost first attempt
 * deleted it: even if another request did, the item is deleted as requested.
 *
 * @returns false when the condition did not hold
 */
export async function deleteItem(
  client: DynamoDBDocumentClient,
  where: ItemAddress,
  when: readonly Condition[],
): Promise<boolean> {
  const send = (conditions: readonly Condition[]) =>
    client.send(new DeleteCommand({ ...addressOf(where), ...toExpressions({ when: conditions }) }));
  const isMissing = () => unlessRefused(send([isAbsent(keyName(where))]), async () => null);
  return (await unlessRefused(send(when), isMissing)) !== null;
}

/**
 * The expressions of a command, with the names and values that they use.
 *
 * @throws TypeError when a condition compares with undefined
 */
export function toExpressions({
  set = {},
  add = {},
  remove = [],
  when = [],
}: Changes & Partial<Pick<Conditional, "when">>) {
  const command = new Placeholders();
  const operand = (value: unknown) => (typeof value === "function" ? value(command) : command.value(value));
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  const removed = [...remove, ...given.flatMap(([path, value]) => (value === REMOVED ? [path] : []))];
  const clauses = {
    SET: given.flatMap(([path, value]) => (value === REMOVED ? [] : [`${command.path(path)}=${operand(value)}`])),
    REMOVE: removed.map((path) => command.path(path)),
    ADD: Object.entries(add).map(([path, value]) => `${command.path(path)} ${command.value(value)}`),
  };
  const changes = Object.entries(clauses).flatMap(([name, parts]) => (parts.length === 0 ? [] : [`${name} ${parts}`]));
  return {
    ...(changes.length > 0 && { UpdateExpression: changes.join(" ") }),
    ...(when.length > 0 && { ConditionExpression: all(...when)(command) }),
    ...command.attributes,
  };
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
async function readOwn(client: DynamoDBDocumentClient, where: ItemAddress, { ownWrite }: Conditional) {
  if (ownWrite === STILL_HOLDS) return null;
  // An update would create a missing item.
  const when = [isPresent(keyName(where)), ...ownWrite];
  const read = new UpdateCommand({ ...addressOf(where), ReturnValues: "ALL_NEW", ...toExpressions({ when }) });
  return unlessRefused(client.send(read), async () => null);
}

/** The address for a command, which may not be given a key that is read-only. */
function addressOf({ TableName, Key }: ItemAddress) {
  return { TableName, Key: { ...Key } };
}

function keyName({ Key }: ItemAddress): string {
  return Object.keys(Key)[0] ?? "";
}
