import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import { join } from "node:path";
import { temporaryFolder } from "../local/temporary-folders.ts";

/** One request as the stub received it. */
export interface StubRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The stub's answer. */
export interface StubAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server in place of an API, and the data folder of the runner that it imitates. */
export class StubApi {
  readonly origin: string;
  readonly dataFolder: string;
  readonly requests: StubRequest[] = [];
  /** Answers each request; a test sets its own. */
  answer: (request: StubRequest) => StubAnswer = () => problem(404, "not_found", "There is nothing at this path.");
  readonly #close: () => void;

  private constructor(origin: string, dataFolder: string, close: () => void) {
    this.origin = origin;
    this.dataFolder = dataFolder;
    this.#close = close;
  }

  static async start(): Promise<StubApi> {
    const folder = temporaryFolder();
    const server = createServer(async (message, response) => {
      let body = "";
      for await (const chunk of message) body += chunk;
      const request = { method: message.method ?? "", path: message.url ?? "", headers: message.headers, body };
      stub.requests.push(request);
      const answer = stub.answer(request);
      const type = answer.type ?? "application/json";
      response.writeHead(answer.status, { "content-type": type, connection: "close", ...answer.headers });
      response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const origin = `http://127.0.0.1:${address.port}`;
    writeOutputs(folder.path, { api_url: origin });
    const stub = new StubApi(origin, folder.path, () => {
      server.close();
      server.closeAllConnections();
      folder.remove();
    });
    return stub;
  }

  close(): void {
    this.#close();
  }
}

/** The outputs of a runner at an address, with this process as the runner. */
export const outputsAt = (origin: string) => ({
  pid: process.pid,
  api_url: origin,
  site_url: origin,
  region: "local",
  sqs_endpoint: `${origin}/aws`,
  credentials: { access_key_id: "LOCAL", secret_access_key: "s" },
  schedules: [],
  mail: { url: `${origin}/mail` },
  tokens: { admin: "admin-token" },
});

/** Writes an `outputs.json` like such a runner. */
export function writeOutputs(dataFolder: string, changes: Partial<ReturnType<typeof outputsAt>> = {}): void {
  const outputs = { ...outputsAt(changes.api_url ?? "http://127.0.0.1:1"), ...changes };
  writeFileSync(join(dataFolder, "outputs.json"), JSON.stringify(outputs));
}

/** A rejection in the API's format. */
export function problem(status: number, code: string, detail: string, more: object = {}): StubAnswer {
  const body = { type: "about:blank", title: "Refused", status, detail, code, ...more };
  return { status, body, type: "application/problem+json" };
}
