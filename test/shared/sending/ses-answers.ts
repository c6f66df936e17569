import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { emulatorCredentials } from "../../emulators/dynamo-client.ts";

/** A response of SES: a status with an error's name, no response, or the end of the connection. */
export type SesAnswer = { readonly status: number; readonly error?: string } | "silence" | "reset";

/** A scripted SES. */
export interface TestSes {
  readonly client: SESv2Client;
  answer: SesAnswer;
  /** The inputs of SendEmail that it received, oldest first. */
  readonly got: unknown[];
  close(): Promise<void>;
}

export async function startSes(): Promise<TestSes> {
  const got: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push(JSON.parse(Buffer.concat(chunks).toString()));
    const { answer } = ses;
    if (answer === "silence") return;
    if (answer === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    const { status, error } = answer;
    response.writeHead(status, {
      "content-type": "application/json",
      ...(error === undefined ? {} : { "x-amzn-errortype": error }),
    });
    response.end(JSON.stringify(error === undefined ? { MessageId: `mail-${got.length}` } : { message: "no" }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const ses: TestSes = {
    client: new SESv2Client({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: "ap-northeast-1",
      credentials: emulatorCredentials,
      maxAttempts: 1,
    }),
    answer: { status: 200 },
    got,
    async close() {
      ses.client.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return ses;
}
