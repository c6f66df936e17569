import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { awsError, lostAnswer } from "./aws-errors.ts";
import type { TestDynamo } from "./dynamo.ts";
import { dynamoClient } from "./dynamo-client.ts";

/** One try of a call to the emulator. */
export interface Attempt {
  /** The command's name. */
  readonly command: string;
  readonly table: string;
}

/** Handles a try: `forward` sends it and returns its response. An error that is thrown here is a fault of the connection. */
export type Intercept = <T>(attempt: Attempt, forward: () => Promise<T>) => Promise<T>;

/**
 * A separate client of the emulator, each of whose tries goes through `intercept`. The SDK's own retries are real.
 *
 * @param maxAttempts tries of one call; 1 stands for an SDK that has used up its retries
 */
export function interceptedClient(
  { emulator }: Pick<TestDynamo, "emulator">,
  intercept: Intercept,
  maxAttempts = 3,
): DynamoDBDocumentClient {
  const client = dynamoClient(emulator, maxAttempts);
  client.middlewareStack.add(
    (next, context) => (args) => {
      const table = (args.input as { TableName?: string }).TableName ?? "";
      return intercept({ command: String(context.commandName), table }, () => next(args));
    },
    // The innermost step runs once for each attempt.
    { step: "deserialize", priority: "low", name: "intercept" },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** A client whose first call takes effect and loses its response; `meanwhile` is called before the SDK's retry. */
export function forgetfulClient(
  dynamo: Pick<TestDynamo, "emulator">,
  meanwhile: () => Promise<void> = async () => undefined,
): DynamoDBDocumentClient {
  let tries = 0;
  return interceptedClient(dynamo, async (_attempt, forward) => {
    tries += 1;
    if (tries > 1) return forward();
    await forward();
    await meanwhile();
    throw lostAnswer();
  });
}

/** A client whose first call is throttled once; `meanwhile` is called before the SDK's retry. */
export function throttledClient(
  dynamo: Pick<TestDynamo, "emulator">,
  meanwhile: () => Promise<void>,
): DynamoDBDocumentClient {
  let tries = 0;
  return interceptedClient(dynamo, async (_attempt, forward) => {
    tries += 1;
    if (tries > 1) return forward();
    await meanwhile();
    throw awsError("ThrottlingException", 400);
  });
}
