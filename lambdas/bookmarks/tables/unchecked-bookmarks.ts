import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { is, isAbsent } from "../../shared/table/expression.ts";
import { updateItem } from "../../shared/table/update.ts";
import { checkPartition, pendingKeys } from "../../shared/work/pending-index.ts";

/** A place in the whole table. */
export type TablePlace = Readonly<Record<"user_id" | "id", string>>;

/** Items of the table that one call reads. */
const PAGE = 200;

/**
 * Gives the finished bookmarks that wait for no check, those of the last release, their first one: a page of the whole table.
 * A repetition changes nothing.
 *
 * @param after where the page begins; null for the beginning
 * @param dueAt makes the time of a first check
 * @returns where the next page begins; null at the end
 */
export async function enterUnchecked(
  client: DynamoDBDocumentClient,
  table: string,
  after: TablePlace | null,
  dueAt: () => Date,
): Promise<TablePlace | null> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new ScanCommand({
      TableName: table,
      Limit: PAGE,
      ProjectionExpression: "user_id, id",
      FilterExpression: "#status = :done AND attribute_not_exists(pending_partition)",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":done": "done" },
      ...(after === null ? {} : { ExclusiveStartKey: after }),
    }),
  );
  for (const { user_id, id } of Items as TablePlace[]) {
    const due = pendingKeys(checkPartition(id), dueAt().toISOString());
    const where = { TableName: table, Key: { user_id, id } };
    await updateItem(client, where, {
      set: due,
      when: [is("status", "done"), isAbsent("pending_partition")],
      ownWrite: [is("reconcile_at", due.reconcile_at)],
    });
  }
  return (LastEvaluatedKey as TablePlace | undefined) ?? null;
}
