import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { DynamoEmulator } from "../../lib/local/emulators/dynamo-emulator.ts";

/** The SDK requires credentials; the emulator accepts any. */
export const emulatorCredentials = { accessKeyId: "local", secretAccessKey: "local" };

const ENDPOINT = { url: new URL("http://127.0.0.1") };

/** Middleware that only matters on a network. */
const FOR_THE_WIRE = [
  "loggerMiddleware",
  "getUserAgentMiddleware",
  "hostHeaderMiddleware",
  "recursionDetectionMiddleware",
] as const;

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}
type Handler = Extract<DynamoDBClientConfig["requestHandler"], { handle: unknown }>;

/**
 * The real client of DynamoDB, from its middleware to its retries, connected to the emulator in the same process: without a
 * socket and a signature, a call takes half the time.
 *
 * @param maxAttempts tries of one call
 */
export function dynamoClient(emulator: DynamoEmulator, maxAttempts = 3): DynamoDBClient {
  const handle: Handler["handle"] = async ({ headers, body }: Request) => {
    const [, operation = ""] = (headers["x-amz-target"] ?? "").split(".");
    // A view instead of a copy: the SDK warns about reading its body as a text, which copying does.
    const answer = await emulator.send(operation, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    return { response: { statusCode: answer.status, headers: answer.headers, body: answer.body } as never };
  };
  const client = new DynamoDBClient({
    // Nothing is sent there: the handler has the emulator itself.
    endpoint: "http://127.0.0.1",
    endpointProvider: () => ENDPOINT,
    region: "ap-northeast-1",
    credentials: emulatorCredentials,
    signer: { sign: async (request) => request },
    requestHandler: { handle } as Handler,
    maxAttempts,
  });
  for (const name of FOR_THE_WIRE) client.middlewareStack.remove(name);
  return client;
}
