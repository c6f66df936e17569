import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import inject from "light-my-request";

export interface EmulatorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What answers the requests to an emulator's server, by the server's port. */
const emulators = new Map<number, RequestListener>();

/**
 * Makes an emulator's server answer the requests of `send` only: other programs and web pages reach loopback, too.
 *
 * Requests of `send` do not use the network. Over loopback, both ends in this process, they take half as much processor time
 * again, and several turns of a busy event loop.
 */
export function answerPrivately(server: Server): void {
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (_, response) => void response.writeHead(403).end());
  server.once("listening", () => {
    const { port } = server.address() as AddressInfo;
    emulators.set(port, (...call) => {
      for (const listener of listeners) Reflect.apply(listener, server, call);
    });
    server.once("close", () => emulators.delete(port));
  });
}

/** One HTTP request to an emulator of this process. @throws Error when there is none at this port */
export async function send(
  port: number,
  method: string,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<EmulatorAnswer> {
  const emulator = emulators.get(port);
  if (emulator === undefined) throw new Error(`No emulator has port ${port}.`);
  const request = { method: method as "GET", url: path, headers: { ...headers }, payload: body };
  const answer = await inject(emulator as Parameters<typeof inject>[0], request);
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(", ") : `${value}`,
      ]),
    ),
    body: answer.rawPayload,
  };
}
