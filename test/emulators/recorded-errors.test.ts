import { execFileSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Loss } from "./aws-errors.ts";
import { awsError, LOSSES, lostAnswer } from "./aws-errors.ts";
import { emulatorCredentials } from "./dynamo-client.ts";
import type { SocketFailure } from "./socket-errors.ts";
import { failedFetch, socketError } from "./socket-errors.ts";

/** How the server ends a request. */
let end: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => end(request, response));
let port: number;
let closedPort: number;

beforeAll(async () => {
  const closed = createServer();
  for (const each of [server, closed]) await new Promise<void>((done) => each.listen(0, "127.0.0.1", done));
  ({ port } = server.address() as AddressInfo);
  closedPort = (closed.address() as AddressInfo).port;
  await new Promise((done) => closed.close(done));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What a test or the code may look at of an error. */
function shown(error: unknown): object {
  const {
    stack: _stack,
    errno: _errno,
    bytesParsed: _parsed,
    rawPacket: _packet,
    ...rest
  } = Object.fromEntries(
    Object.getOwnPropertyNames(error).map((name) => [name, (error as Record<string, unknown>)[name]]),
  );
  return { name: (error as Error).name, ...rest };
}

const inMidBody = (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { "content-length": 100, "content-type": "application/x-amz-json-1.0" });
  response.write("{", () => response.destroy());
};

const ENDS: Record<Exclude<Loss, "timedOut">, typeof end> = {
  hungUp: (request) => request.socket.destroy(),
  reset: (request) => request.socket.resetAndDestroy(),
  cut: inMidBody,
};

async function requestError(to = port): Promise<unknown> {
  return new Promise((caught) => {
    const request = get({ host: "127.0.0.1", port: to }, (answer) => answer.once("error", caught).resume());
    request.once("error", caught);
  });
}

describe("a recorded error of Node is the real one", () => {
  it.each(Object.entries(ENDS))("%s", async (failure, how) => {
    end = how;
    expect(shown(await requestError())).toEqual(shown(socketError(failure as SocketFailure)));
  });

  it("headerOverflow", async () => {
    end = ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}\r\n\r\n`);
    expect(shown(await requestError())).toEqual(shown(socketError("headerOverflow")));
  });

  it("refused, by node:http and by fetch", async () => {
    const message = `connect ECONNREFUSED 127.0.0.1:${closedPort}`;
    const expected = { ...shown(socketError("refused")), port: closedPort, message };
    expect(shown(await requestError(closedPort))).toEqual(expected);
    const error: unknown = await fetch(`http://127.0.0.1:${closedPort}/`).catch((caught: unknown) => caught);
    expect([(error as Error).name, (error as Error).message]).toEqual([failedFetch().name, failedFetch().message]);
    expect(shown((error as Error).cause)).toEqual(expected);
  });

  it("notFound, and tryAgain in its form", async () => {
    // No resolver is asked for a name with so long a label.
    const hostname = `${"a".repeat(64)}.example`;
    const error = await lookup(hostname).catch((caught: unknown) => caught);
    expect(shown(error)).toEqual({
      ...shown(socketError("notFound")),
      hostname,
      message: `getaddrinfo ENOTFOUND ${hostname}`,
    });
    expect(JSON.stringify(shown(socketError("tryAgain"))).replaceAll("EAI_AGAIN", "ENOTFOUND")).toBe(
      JSON.stringify(shown(socketError("notFound"))),
    );
  });
});

/**
 * The error of a call of the SDK to the server, without what its retries add.
 *
 * @param requestTimeout - Milliseconds after which the SDK gives up. 0, as a busy machine may answer late: never.
 */
async function sdkError(requestTimeout = 0): Promise<unknown> {
  const client = new DynamoDBClient({
    region: "local",
    endpoint: `http://127.0.0.1:${port}`,
    maxAttempts: 1,
    credentials: emulatorCredentials,
    requestHandler: { requestTimeout, throwOnRequestTimeout: true },
  });
  const command = new GetItemCommand({ TableName: "stocks", Key: { id: { S: "x" } } });
  const error = await client.send(command).catch((caught: unknown) => caught as { $metadata?: object });
  client.destroy();
  const {
    attempts: _attempts,
    totalRetryDelay: _delay,
    ...$metadata
  } = { ...error.$metadata } as Record<string, unknown>;
  return Object.assign(error, { $metadata });
}

describe("a recorded error of the SDK is the real one", () => {
  it.each(LOSSES)("%s", async (loss) => {
    end = loss === "timedOut" ? () => undefined : ENDS[loss];
    const { $response: _hidden, ...error } = shown(await sdkError(loss === "timedOut" ? 100 : 0)) as Record<
      string,
      unknown
    >;
    expect(error).toEqual(shown(lostAnswer(loss)));
  });

  it.each([
    ["ThrottlingException", 400],
    ["InternalServerError", 500],
    ["SomethingNew", 503],
  ])("%s", async (name, status) => {
    end = (_request, response) => {
      response.writeHead(status, { "content-type": "application/x-amz-json-1.0", "x-amzn-requestid": "request-1" });
      response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: "Slow down" }));
    };
    const { $response: _hidden, __type: _type, ...error } = shown(await sdkError()) as Record<string, unknown>;
    const { $response: _none, ...recorded } = shown(awsError(name, status, "Slow down")) as Record<string, unknown>;
    expect(error).toEqual(recorded);
  });
});

const ROOT = resolve(import.meta.dirname, "../..");
const RECORDS = ["test/emulators/aws-errors.ts", "test/emulators/socket-errors.ts"];

const ARGUMENTS = String.raw`\((?:[^()]|\([^()]*\))*\)`;
/** Errors that are given the marks of a library's: a name, a code, metadata; and messages of a socket's. */
const MADE_BY_HAND = [
  new RegExp(String.raw`Object\.assign\(\s*new \w*Error${ARGUMENTS},\s*\{[^}]*?(?:\bcode\b|\bname\b|\$metadata)`, "g"),
  /new \w*Error\(\s*["'`][^"'`\n]*(?:\bE[A-Z]{5,}\b|EAI_AGAIN|socket hang up|fetch failed)/g,
  /new OutboundError\(\s*"network",\s*[^,()]+(?:\)|,\s*\{\s*cause:\s*new )/g,
];

describe("an error of the network or of AWS in a test", () => {
  it("is one of those recorded here", () => {
    const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "test"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    const files = listed.split("\n").filter((file) => /\.tsx?$/.test(file) && !RECORDS.includes(file));
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) => {
      const text = readFileSync(resolve(ROOT, file), "utf8");
      return MADE_BY_HAND.flatMap((pattern) => [...text.matchAll(pattern)].map(([code]) => `${file}: ${code}`));
    });
    expect(found).toEqual([]);
  });
});
