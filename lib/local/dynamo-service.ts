import type { AwsCall, AwsService, Need } from "./aws-front.ts";
import { refused } from "./aws-front.ts";
import { send } from "./emulator-http.ts";
import { arn } from "./identities.ts";

/** DynamoDB: asks the caller's role, then the emulator. */
export function dynamoService(port: number): AwsService {
  return async (call) => refused(call.caller, needs(call)) ?? send(port, call.method, "/", call.body, call.headers);
}

function needs({ operation, body }: AwsCall): Need[] {
  const input = JSON.parse(body.toString() || "{}") as {
    TableName?: string;
    IndexName?: string;
    RequestItems?: Record<string, unknown>;
  };
  const tables = input.RequestItems === undefined ? [input.TableName ?? "*"] : Object.keys(input.RequestItems);
  return tables.map((table) => {
    const tableArn = arn("dynamodb", `table/${table}`);
    return [`dynamodb:${operation}`, input.IndexName === undefined ? tableArn : `${tableArn}/index/${input.IndexName}`];
  });
}
