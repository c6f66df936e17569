import type { Readable, Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { ToolServer } from "./server.ts";

/** The input and output of the protocol's messages, one a line. */
export interface Stdio {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves an agent until the end of its input, and then answers the remaining calls; or until the signal, which ends these
 * calls: an agent repeats them at the next start.
 */
export async function serve(
  { server, settled }: ToolServer,
  { input, output }: Stdio,
  interrupted: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const close = () => server.close().catch(closed.reject);
  const finish = async () => {
    // The last message is taken, and an answer written, in separate turns of the event loop.
    await turn();
    await settled();
    await turn();
    await close();
  };
  server.onclose = closed.resolve;
  server.onerror = ({ message }) => log(message);
  input.once("end", () => void finish().catch(closed.reject));
  input.once("close", () => void finish().catch(closed.reject));
  interrupted.addEventListener("abort", () => void close(), { once: true });
  await server.connect(new StdioServerTransport(input, output));
  if (interrupted.aborted) await close();
  await closed.promise;
}
