// The work of both peers after the request's body is validated: the same write and message as in lambdas/slides.
import { randomUUID } from "node:crypto";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { toAttributes } from "../../../lambdas/shared/table/attribute-names.ts";
import { RECONCILE_GRACE_MS } from "../../../lambdas/shared/work/reconcile.ts";
import { parseDeckUrl } from "../../../lambdas/slides/deck-url.ts";
import type { Stock } from "../../../lambdas/slides/stock.ts";
import { newStock } from "../../../lambdas/slides/stock.ts";

const table = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3 }), {
  marshallOptions: { removeUndefinedValues: true },
});
const queue = new SQSClient({ maxAttempts: 3 });

/** Saves a deck and requests its fetch. Returns the answer's status and body. */
export async function saveStock(
  userId: string,
  { url, memo }: { readonly url: string; readonly memo: string | null },
  correlationId: string,
): Promise<{ readonly status: number; readonly body: unknown; readonly location?: string }> {
  const deck = parseDeckUrl(url);
  if (!deck.ok) return { status: 400, body: { code: deck.code, detail: deck.detail } };
  const now = new Date();
  const stock = newStock(
    { ...deck, originalUrl: url },
    { userId, memo, tags: [] },
    { at: now, savedAt: null },
    { workId: randomUUID(), at: now, reconcileAt: new Date(now.getTime() + RECONCILE_GRACE_MS) },
  );
  const item = toItem(stock);
  try {
    await table.send(
      new PutCommand({
        TableName: process.env.STOCKS_TABLE,
        Item: item,
        ConditionExpression: "attribute_not_exists(id)",
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const Key = { user_id: stock.userId, id: stock.id };
    const { Item } = await table.send(new GetCommand({ TableName: process.env.STOCKS_TABLE, Key }));
    return { status: 200, body: Item };
  }
  await queue.send(
    new SendMessageCommand({
      QueueUrl: process.env.OEMBED_FETCH_QUEUE_URL,
      MessageBody: JSON.stringify({
        schemaVersion: 1,
        stockId: stock.id,
        originalUrl: stock.originalUrl,
        canonicalUrl: stock.canonicalUrl,
        provider: stock.provider,
        userId: stock.userId,
        fetchId: stock.workId,
      }),
      MessageAttributes: { correlation_id: { DataType: "String", StringValue: correlationId } },
    }),
  );
  return { status: 201, body: item, location: `/v1/stocks/${stock.id}` };
}

function toItem({ failure: _, ...pending }: Stock) {
  return { ...(toAttributes(pending) as Record<string, unknown>), pending_partition: "pending" };
}
