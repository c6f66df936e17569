import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { seeded } from "./seeded.ts";

/** What the proxy does with a request. */
export type Fate = "dropped_before" | "dropped_after" | "duplicated" | "delayed";

/** The share of requests for each fate, from 0 to 1; the rest is delayed. */
const DROPPED_BEFORE = 0.1;
const DROPPED_AFTER = 0.1;
const DUPLICATED = 0.1;
/** In milliseconds, the longest delay. */
const LONGEST_DELAY = 5;

/** A running proxy on 127.0.0.1. */
export interface HostileProxy {
  readonly origin: string;
  /** The fate of each request, in order of arrival. */
  readonly fates: readonly Fate[];
  close(): Promise<void>;
}

/**
 * Starts a proxy that passes requests on to one origin over an unreliable network: of a hundred requests it drops ten before
 * they are passed on and ten after the origin has responded, sends ten twice concurrently, and delays the others by up to 5
 * ms.
 *
 * @param seed the same seed gives the same fates, in order of arrival
 */
export async function startHostileProxy(origin: string, seed: number): Promise<HostileProxy> {
  const random = seeded(seed);
  const fates: Fate[] = [];
  const agent = new Agent({ keepAlive: true });
  const timers = new Set<NodeJS.Timeout>();

  // A delay that close() interrupts never ends: no response is needed.
  const delay = (milliseconds: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        done();
      }, milliseconds);
      timers.add(timer);
    });

  async function pass(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const dice = random();
    const fate = fateOf(dice);
    fates.push(fate);
    const body = await readAll(message);
    if (fate === "delayed") await delay(random() * LONGEST_DELAY);
    if (fate === "dropped_before") {
      response.socket?.resetAndDestroy();
      return;
    }
    const copies = fate === "duplicated" ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => forward(origin, message, body, agent)));
    const [answer] = answers;
    if (fate === "dropped_after" || answer === undefined) {
      response.socket?.resetAndDestroy();
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const server = createServer((message, response) => {
    // The client or the origin has disconnected: for the client both are a lost connection.
    pass(message, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fates,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, "close");
    },
  };
}

function fateOf(dice: number): Fate {
  if (dice < DROPPED_BEFORE) return "dropped_before";
  if (dice < DROPPED_BEFORE + DROPPED_AFTER) return "dropped_after";
  if (dice < DROPPED_BEFORE + DROPPED_AFTER + DUPLICATED) return "duplicated";
  return "delayed";
}

interface Forwarded {
  readonly status: number;
  readonly headers: string[];
  readonly body: Buffer;
}

async function forward(origin: string, message: IncomingMessage, body: Buffer, agent: Agent): Promise<Forwarded> {
  const { host: _proxy, ...headersSent } = message.headers;
  const sent = httpRequest(origin + message.url, {
    agent,
    method: message.method ?? "GET",
    headers: { ...headersSent, "content-length": String(body.length) },
  });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  // As received, except for hop-by-hop headers.
  const headers = answer.rawHeaders.filter((_, index, all) => !HOP_BY_HOP.test(all[index - (index % 2)] ?? ""));
  return { status: answer.statusCode ?? 502, headers, body: await readAll(answer) };
}

const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding|content-length)$/i;

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
