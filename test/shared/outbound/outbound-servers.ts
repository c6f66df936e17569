import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import net from "node:net";
import { afterEach, vi } from "vitest";
import type { DialTarget } from "../../../lambdas/shared/outbound/exchange.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";

export const publicAddress = "93.184.215.14";
export const site = "http://pages.example";

const cleanups: (() => void)[] = [];

/** Closes after each test what it has started. */
export function serversOfEachTest(): void {
  afterEach(() => {
    for (const cleanup of cleanups.splice(0)) cleanup();
    vi.restoreAllMocks();
  });
}

export async function listening(server: net.Server): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>();
  let count = 0;
  server.on("connection", (socket: Socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => count };
}

/** A fetch with the real checks whose allowed connections all end at one loopback server. */
export function fetchTo(port: number, answers: (hostname: string) => readonly string[] = () => [publicAddress]) {
  const lookups: string[] = [];
  const dialled: DialTarget[] = [];
  const fetch = createOutboundFetch({
    lookup: async (hostname) => {
      lookups.push(hostname);
      return answers(hostname);
    },
    dial: (target) => {
      dialled.push(target);
      return { addresses: ["127.0.0.1"], port };
    },
  });
  const get = (url: string, rest: Partial<OutboundRequest> = {}): Promise<OutboundResponse> =>
    fetch({ url, timeoutMs: 5000, maxBytes: 100_000, ...rest });
  return { get, lookups, dialled };
}

export async function webServer(listener: RequestListener, answers?: (hostname: string) => readonly string[]) {
  const requests: IncomingMessage[] = [];
  const server = http.createServer((req, res) => {
    requests.push(req);
    res.on("error", () => undefined);
    listener(req, res);
  });
  const { port, connections } = await listening(server);
  return { ...fetchTo(port, answers), requests, connections };
}

/** A server that answers every connection with the given bytes and then calls `after`. */
export async function rawServer(bytes: string | Buffer, after: (socket: Socket) => void) {
  const server = net.createServer((socket) => {
    socket.once("data", () => socket.write(bytes, () => after(socket)));
  });
  const { port } = await listening(server);
  return fetchTo(port);
}

export async function failure(promise: Promise<unknown>): Promise<OutboundError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundError)) throw new Error("not an OutboundError", { cause: error });
  return error;
}
