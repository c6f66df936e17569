import type { AwsCall, AwsService, Need } from "./aws-front.ts";
import { emulatorAgent, refused } from "./aws-front.ts";
import { ACCOUNT, REGION } from "./identities.ts";
import { send } from "./sqs-emulator.ts";

/** DynamoDB: asks the caller's role, then the emulator. */
export function dynamoService(port: number): AwsService {
  return async (call) =>
    refused(call.caller, needs(call)) ?? send(emulatorAgent, port, call.method, "/", call.body, call.headers);
}

function needs({ operation, body }: AwsCall): Need[] {
  const input = JSON.parse(body.toString() || "{}") as {
    TableName?: string;
    IndexName?: string;
    RequestItems?: Record<string, unknown>;
  };
  const tables = input.RequestItems === undefined ? [input.TableName ?? "*"] : Object.keys(input.RequestItems);
  return tables.map((table) => {
    const arn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}`;
    return [`dynamodb:${operation}`, input.IndexName === undefined ? arn : `${arn}/index/${input.IndexName}`];
  });
}
