import { randomBytes } from "node:crypto";
import type { RequestListener, Server } from "node:http";
import { Agent, request } from "node:http";

/** The answer of an emulator to one call. */
export interface EmulatorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Connections to the emulators are reused: one for each call would exhaust the ports under load. */
const agent = new Agent({ keepAlive: true });

/** A secret in every request to an emulator, because other programs and web pages reach loopback too. */
const PASS_HEADER = "x-magpie-emulator";
const PASS = randomBytes(32).toString("hex");

/** Makes an emulator's server answer the requests of `send` and refuse all others. */
export function rejectForeignRequests(server: Server): void {
  const answer = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (incoming, response) => {
    if (incoming.headers[PASS_HEADER] !== PASS) response.writeHead(403).end();
    else for (const listener of answer) Reflect.apply(listener, server, [incoming, response]);
  });
}

/** One HTTP request to an emulator on loopback. */
export function send(
  port: number,
  method: string,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<EmulatorAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host: "127.0.0.1", port, method, path, headers: { ...headers, [PASS_HEADER]: PASS } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("error", reject);
        answer.once("end", () =>
          resolve({
            status: answer.statusCode ?? 500,
            headers: Object.fromEntries(
              Object.entries(answer.headers).map(([name, value]) => [
                name,
                Array.isArray(value) ? value.join(", ") : `${value}`,
              ]),
            ),
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
