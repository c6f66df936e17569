import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** A call to the emulator: its command's name and input, and the function that sends it. */
export interface Call {
  readonly command: string;
  // biome-ignore lint/suspicious/noExplicitAny: an input's shape is its command's, and the test knows which it meets.
  readonly input: any;
  readonly forward: () => Promise<unknown>;
}

/** A client each of whose calls goes through `intercept`, which may read it, act before or after it, or answer it. */
export function interceptedClient(
  client: DynamoDBDocumentClient,
  intercept: (call: Call) => Promise<unknown>,
): DynamoDBDocumentClient {
  const send = (command: Parameters<DynamoDBDocumentClient["send"]>[0]) =>
    intercept({
      command: command.constructor.name,
      input: command.input,
      forward: () => client.send(command),
    });
  return { send } as unknown as DynamoDBDocumentClient;
}
