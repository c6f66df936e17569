import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { CallLimits } from "../aws-client.ts";
import { boundedCalls, CALL_LIMITS, withoutLog } from "../aws-client.ts";
import { logThrottles } from "../throttle-log.ts";

/** The container's only DynamoDB client. */
export function documentClient(limits: CallLimits = CALL_LIMITS.dynamodb): DynamoDBDocumentClient {
  const client = withoutLog(new DynamoDBClient(boundedCalls(limits)));
  logThrottles(client);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
