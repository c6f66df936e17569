import { arn } from "../template/identities.ts";
import type { AwsCall, AwsService, Need } from "./aws-endpoint.ts";
import { refused } from "./aws-endpoint.ts";
import type { DynamoEmulator } from "./dynamo-emulator.ts";

/** DynamoDB: checks the caller's permissions, then calls the emulator. */
export function dynamoService(dynamo: DynamoEmulator): AwsService {
  return async (call) => refused(call.caller, needs(call)) ?? dynamo.send(call.operation, call.body);
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
