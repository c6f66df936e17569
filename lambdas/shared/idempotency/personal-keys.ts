import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Position } from "../http/pagination.ts";
import type { DeletedPage, PersonalData } from "../personal-data.ts";
import { deleteKeys } from "../table/table-batch.ts";

/**
 * A user's idempotency keys, which hold answers about what the user saved. There is no index by user, since every key would
 * pay for its write; the table has the keys of three days, and is read whole.
 *
 * @param table name of table `idempotency_keys`
 */
export function personalKeys(client: DynamoDBDocumentClient, table: string): PersonalData {
  return {
    name: "idempotency_keys",
    async deletePage(userId: string, position: Position | null): Promise<DeletedPage> {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new ScanCommand({
          TableName: table,
          FilterExpression: "user_id = :user",
          ExpressionAttributeValues: { ":user": userId },
          ...(position === null ? {} : { ExclusiveStartKey: position }),
        }),
      );
      const keys = Items.map(({ id }) => ({ id }));
      await deleteKeys(client, table, keys);
      return { deleted: keys.length, position: (LastEvaluatedKey as Position | undefined) ?? null };
    },
    // They expire within three days, and only a request of the old user would repeat one.
    movePage: null,
  };
}
