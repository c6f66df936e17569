import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import type { EgressSettings } from "../../../lib/local/egress/egress-map.ts";

const preload = new URL("../../../lib/local/egress/egress-preload.ts", import.meta.url).href;

function moduleUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

// Loaded before the preload in place of the machine's resolver: every name that it receives would be a DNS request.
const resolverSpy = moduleUrl(`
  import dns from "node:dns";
  globalThis.asked = [];
  globalThis.builtins = { lookup: dns.lookup };
  const { lookup } = dns, promised = dns.promises.lookup;
  dns.lookup = (...args) => { asked.push(args[0]); return lookup(...args); };
  dns.promises.lookup = (...args) => { asked.push(args[0]); return promised(...args); };
  builtins.spied = dns.lookup;
`);

// Runs one operation for each message. Named imports, as in bundled functions.
const workerModule = moduleUrl(`
  import * as http from "node:http";
  import * as https from "node:https";
  import * as net from "node:net";
  import * as tls from "node:tls";
  import { lookup } from "node:dns";
  import { lookup as lookupPromise } from "node:dns/promises";
  import { promisify } from "node:util";
  import { parentPort } from "node:worker_threads";

  const agents = {
    "http:": new http.Agent({ keepAlive: true, maxSockets: 1 }),
    "https:": new https.Agent({ keepAlive: true, maxSockets: 1 }),
  };

  function send(url, { pinned, agent, body, headers, method = "GET", resolve, blockList } = {}) {
    const target = new URL(url);
    const options = { method, headers };
    if (agent === false) options.agent = false;
    if (agent === "keep-alive") options.agent = agents[target.protocol];
    if (pinned) {
      options.servername = target.hostname;
      options.lookup = (host, query, done) =>
        query.all ? done(null, [{ address: pinned, family: 4 }]) : done(null, pinned, 4);
    }
    if (resolve === "fail") options.lookup = (host, query, done) => done(new Error("the guard says no"));
    if (blockList) {
      options.blockList = new net.BlockList();
      options.blockList.addSubnet("127.0.0.0", 8);
      if (blockList !== "loopback") options.blockList.addAddress(blockList);
    }
    return new Promise((done, failed) => {
      const request = (target.protocol === "https:" ? https : http).request(target, options, (response) => {
        const { encrypted, authorized, remoteAddress, remotePort } = response.socket;
        const chunks = [];
        response.on("error", failed);
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => done({
          status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks),
          encrypted, authorized, remoteAddress, remotePort, reused: request.reusedSocket,
        }));
      });
      request.on("error", failed);
      request.end(body);
    });
  }

  const operations = {
    send,
    lookup: (host, options) => new Promise((done, failed) =>
      lookup(host, options, (error, ...found) => (error ? failed(error) : done(found)))),
    promisified: (host, options) => promisify(lookup)(host, options),
    lookupPromise: (host, options) => lookupPromise(host, options),
    fetch: async (url) => (await fetch(url)).text(),
    asked: () => globalThis.asked,
    untouched: () => [
      lookup === globalThis.builtins.spied || lookup === globalThis.builtins.lookup,
      /^function|^\\(/.test(String(net.Socket.prototype.connect)) && !/readArguments/.test(String(net.Socket.prototype.connect)),
      tls.connect.name === "connect",
    ],
    connect: (...args) => new Promise((done, failed) => {
      const socket = net.connect(...args, () => { socket.destroy(); done([socket.remoteAddress, socket.remotePort]); });
      socket.on("error", failed);
    }),
    destroyEarly: (host) => new Promise((done) => {
      const socket = net.connect(80, host);
      socket.on("close", () => done("closed"));
      socket.destroy();
    }),
    tlsLooks: (port, host) => new Promise((done, failed) => {
      const socket = tls.connect(port, host, { servername: host }, () => {
        socket.destroy();
        done({ encrypted: socket.encrypted, authorized: socket.authorized, alpn: socket.alpnProtocol,
          servername: socket.servername, protocol: socket.getProtocol(), certificate: socket.getPeerCertificate() });
      });
      socket.on("error", failed);
    }),
  };

  parentPort.on("message", async ({ id, name, args }) => {
    try {
      parentPort.postMessage({ id, value: await operations[name](...args) });
    } catch (error) {
      const real = error.cause ?? error;
      parentPort.postMessage({ id, error: { code: real.code, syscall: real.syscall, message: real.message } });
    }
  });
`);

type Failure = { code?: string; syscall?: string; message: string };
/** An answer, as the thread saw it. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  encrypted?: boolean;
  authorized?: boolean;
  remoteAddress: string;
  remotePort: number;
  reused: boolean;
};
/** A request, as an origin saw it. */
type Seen = { method: string; url: string; host: string; body: string };
type Reply = { id: number; value?: unknown; error?: Failure };

export type Close = () => Promise<unknown>;

/** What ends the threads and origins of a test. */
export const closers: Close[] = [];

/**
 * A thread with a map, and no other open host by default.
 *
 * @param closed gets what ends the thread; by default it ends with the test
 */
export function startThread(
  settings: (Omit<EgressSettings, "others"> & Partial<EgressSettings>) | undefined,
  closed: Close[] = closers,
) {
  const egress = settings === undefined ? undefined : { others: "refused", ...settings };
  const worker = new Worker(new URL(workerModule), {
    execArgv: ["--import", resolverSpy, "--import", preload],
    workerData: egress === undefined ? {} : { egress },
  });
  closed.push(() => worker.terminate());
  const waiting = new Map<number, (reply: Reply) => void>();
  worker.on("message", (reply: Reply) => waiting.get(reply.id)?.(reply));
  worker.on("error", (error) => {
    for (const answer of waiting.values()) answer({ id: 0, error: { message: `the thread died: ${String(error)}` } });
  });
  let last = 0;
  const call = (name: string, args: unknown[]): Promise<Reply> =>
    new Promise((done) => {
      last += 1;
      waiting.set(last, done);
      worker.postMessage({ id: last, name, args });
    });
  return {
    async run<T>(name: string, ...args: unknown[]): Promise<T> {
      const reply = await call(name, args);
      if (reply.error) throw Object.assign(new Error(reply.error.message), reply.error);
      return reply.value as T;
    },
    async failure(name: string, ...args: unknown[]): Promise<Failure> {
      const reply = await call(name, args);
      if (!reply.error) throw new Error(`expected a failure of ${name}`);
      return reply.error;
    },
  };
}

/** How an origin answers. */
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** An origin that notes the requests. */
export async function startOrigin(
  handler?: Handler,
  closed: Close[] = closers,
): Promise<{ origin: string; port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method ?? "", url: request.url ?? "", host: request.headers.host ?? "", body });
    if (handler) handler(request, response);
    else response.end("the origin");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closed.push(
    () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, seen };
}

/** The body of an answer. */
export const text = (answer: Answer) => Buffer.from(answer.body).toString();
