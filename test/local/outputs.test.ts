import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { closeServer, listenOn } from "../../lib/local/listen.ts";
import { outputs } from "../../lib/local/outputs.ts";
import { StartError } from "../../lib/local/start-error.ts";
import { socketError } from "../emulators/socket-errors.ts";

it("outputs.json has every address and name, without the stage, and each queue with its dead-letter queue", () => {
  const queue = (name: string, deadLetters?: string) => ({ name, url: `http://127.0.0.1:2/0/${name}`, deadLetters });
  const engines = {
    tables: ["local-stocks", "local-idempotency_keys"],
    queues: [queue("local-oembed-fetch", "local-oembed-fetch-dlq"), queue("local-oembed-fetch-dlq")],
    buckets: ["local-magpie-mercari-pages-000000000000-us-east-1", "unnamed"],
  };
  expect(
    outputs({
      apiUrl: "http://127.0.0.1:1",
      siteUrl: "https://alice.example",
      awsUrl: "http://127.0.0.1:2",
      operator: { accessKeyId: "KEY", secretAccessKey: "secret" },
      engines: engines as unknown as Parameters<typeof outputs>[0]["engines"],
      schedules: ["mercari-hourly"],
      functions: ["local-slides-api"],
      mailUrl: "http://127.0.0.1:1/_local/mail",
      consoleUrl: "http://127.0.0.1:1/console",
      tokens: { admin: "a", member: "m" },
    }),
  ).toEqual({
    pid: process.pid,
    api_url: "http://127.0.0.1:1",
    site_url: "https://alice.example",
    region: expect.any(String),
    credentials: { access_key_id: "KEY", secret_access_key: "secret" },
    dynamodb_endpoint: "http://127.0.0.1:2",
    sqs_endpoint: "http://127.0.0.1:2",
    s3_endpoint: "http://127.0.0.1:2",
    tables: { stocks: "local-stocks", idempotency_keys: "local-idempotency_keys" },
    queues: {
      "oembed-fetch": {
        url: "http://127.0.0.1:2/0/local-oembed-fetch",
        dlq_url: "http://127.0.0.1:2/0/local-oembed-fetch-dlq",
      },
    },
    buckets: { mercari_pages: "local-magpie-mercari-pages-000000000000-us-east-1", unnamed: "unnamed" },
    schedules: ["mercari-hourly"],
    functions: ["slides-api"],
    mail: { url: "http://127.0.0.1:1/_local/mail" },
    console: { url: "http://127.0.0.1:1/console" },
    tokens: { admin: "a", member: "m" },
  });
});

describe("a server", () => {
  it("listens on loopback only, and a port that is taken is refused in a line", async () => {
    const [first, second] = [createServer(), createServer()];
    onTestFinished(() => closeServer(first));
    const origin = await listenOn(first, 0);
    const port = Number(new URL(origin).port);
    expect(origin).toBe(`http://127.0.0.1:${port}`);
    expect(first.address()).toMatchObject({ address: "127.0.0.1", port });
    await expect(listenOn(second, port)).rejects.toThrow(
      new StartError(`Port ${port} is in use; set PORT to another one, or to 0 for any that is free.`),
    );
  });

  it("that may not use a port says why", async () => {
    const server = createServer();
    server.listen = () => {
      server.emit("error", socketError("forbidden"));
      return server;
    };
    await expect(listenOn(server, 80)).rejects.toThrow(/^Port 80 can't be used \(EACCES\);/);
  });
});
