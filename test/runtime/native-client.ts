// Loaded into a function's process before the runtime (`node --import`). It replaces the native part of aws-lambda-ric,
// which would have to be compiled, with the same three functions over the Runtime API (Lambda guide, "Using the Lambda
// runtime API"). So the package's install script is not run, and node-gyp, which only that script uses, is replaced by a
// small package that is already installed (package.json: allowScripts, overrides).
import type { IncomingHttpHeaders } from "node:http";
import { Agent, request } from "node:http";
import { registerHooks } from "node:module";

/** One invocation as the runtime gets it. */
interface Invocation {
  readonly bodyJson: string;
  readonly headers: IncomingHttpHeaders;
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "./rapid-client.node" ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

const API = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The pending response. The runtime does not wait for it, since the native part does not either. */
let sent: Promise<unknown> = Promise.resolve();

/** Waits for the next invocation. */
export async function next(): Promise<Invocation> {
  await sent;
  return call("GET", "/next");
}

/** Sends the handler's result, as JSON. */
export function done(id: string, body: string): void {
  sent = call("POST", `/${id}/response`, body);
}

/** Sends the handler's error, as JSON. */
export function error(id: string, body: string): void {
  sent = call("POST", `/${id}/error`, body);
}

function call(method: string, path: string, body?: string): Promise<Invocation> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${API}${path}`, { method, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => resolve({ bodyJson: Buffer.concat(chunks).toString(), headers: incoming.headers }));
      incoming.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
