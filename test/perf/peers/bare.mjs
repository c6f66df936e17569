// No framework, no validation and no log: two clients, and the two calls of a new stock with as many attributes.
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const table = new DynamoDBClient({});
const queue = new SQSClient({});

export async function handler(event) {
  const { url, memo } = JSON.parse(event.body);
  const user = event.requestContext.authorizer.jwt.claims.sub;
  const id = url.replace(/\W/g, "-");
  const now = new Date().toISOString();
  await table.send(
    new PutItemCommand({
      TableName: process.env.STOCKS_TABLE,
      Item: {
        user_id: { S: user },
        id: { S: id },
        provider: { S: "speakerdeck" },
        original_url: { S: url },
        canonical_url: { S: url },
        status: { S: "pending" },
        title: { NULL: true },
        author_name: { NULL: true },
        thumbnail_url: { NULL: true },
        embed_url: { NULL: true },
        memo: { S: memo },
        tags: { L: [] },
        created_at: { S: now },
        updated_at: { S: now },
        creation_id: { S: id },
        fetch_id: { S: id },
        reconcile_rounds: { N: "0" },
        reconcile_at: { S: now },
        pending_partition: { S: "pending" },
        search_own: { S: memo },
        search_tags: { S: "\t" },
        search_read: { S: url },
      },
      ConditionExpression: "attribute_not_exists(id)",
    }),
  );
  await queue.send(
    new SendMessageCommand({
      QueueUrl: process.env.OEMBED_FETCH_QUEUE_URL,
      MessageBody: JSON.stringify({ schemaVersion: 1, stockId: id, userId: user, fetchId: id, originalUrl: url }),
      MessageAttributes: {
        correlation_id: { DataType: "String", StringValue: event.requestContext.requestId },
      },
    }),
  );
  return { statusCode: 201, headers: { "content-type": "application/json" }, body: JSON.stringify({ id, url, memo }) };
}
