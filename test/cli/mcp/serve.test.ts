import { once } from "node:events";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { MagpieClient } from "../../../client/magpie-client.ts";
import { Account } from "../../../lib/cli/mcp/account.ts";
import { serve } from "../../../lib/cli/mcp/serve.ts";
import { toolServer } from "../../../lib/cli/mcp/server.ts";
import type { Told } from "../../../lib/cli/mcp/tool.ts";
import { READS, tool } from "../../../lib/cli/mcp/tool.ts";
import { signInsOf } from "./agent.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const CALL = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "wait", arguments: {} } };

/** A server with one tool, whose calls end when the test says so. */
function started(interrupted = new AbortController()) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const [called, end] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<Told>()];
  const log: string[] = [];
  const wait = tool({
    name: "wait",
    title: "Wait",
    description: "Waits.",
    input: z.object({}),
    scope: "read",
    annotations: READS,
    call(_, { options: { signal } }) {
      called.resolve(signal);
      signal.addEventListener("abort", () => end.reject(signal.reason));
      return end.promise;
    },
  });
  const surroundings = { token: "a-token", dataFolder: "/nowhere", clock: { now: () => new Date() } };
  const account = new Account({}, { ...surroundings, signIns: signInsOf("/nowhere") });
  account.api = async () => ({ baseUrl: "http://127.0.0.1:1", token: "", whenSilent: "", betterToken: "" });
  const clientOf = ({ baseUrl, token }: { baseUrl: string; token: string }) => new MagpieClient({ baseUrl, token });
  const server = toolServer([wait], { account, clientOf, log: (line) => log.push(line) });
  const served = serve(server, { input, output }, interrupted.signal, (line) => log.push(line));
  const send = (...messages: readonly object[]) => {
    for (const message of messages) input.write(`${JSON.stringify(message)}\n`);
  };
  return { input, output, called: called.promise, end, log, served, send };
}

/** The messages that were written, each on a line. */
async function written(output: PassThrough): Promise<readonly Readonly<Record<string, unknown>>[]> {
  output.end();
  return (await text(output)).split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

it("answers the calls that came before the end of its input, and ends", async () => {
  const { input, output, called, end, served, send } = started();
  send(INITIALIZE, CALL);
  input.end();
  await Promise.all([called, once(input, "end")]);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  end.resolve({ text: "Done.", data: null });
  await served;
  expect(await written(output)).toMatchObject([
    { id: 1, result: { serverInfo: { name: "magpie" } } },
    { id: 2, result: { content: [{ type: "text", text: "Done." }] } },
  ]);
});

it("ends when its input is closed in the middle", async () => {
  const { input, served } = started();
  input.destroy();
  await served;
});

it("ends at once at a signal: a call in progress is given up, and not answered", async () => {
  const interrupted = new AbortController();
  const { output, called, served, send } = started(interrupted);
  send(INITIALIZE, CALL);
  const signal = await called;
  // The answer to the first message is written in this turn.
  await turn();
  interrupted.abort();
  await served;
  expect(signal.aborted).toBe(true);
  expect((await written(output)).map(({ id }) => id)).toEqual([1]);
});

it("ends at once at a signal that came before", async () => {
  const interrupted = new AbortController();
  interrupted.abort();
  await started(interrupted).served;
});

it("an agent cancels a call", async () => {
  const { input, output, called, log, served, send } = started();
  send(INITIALIZE, CALL);
  const signal = await called;
  send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2, reason: "enough" } });
  await once(signal, "abort");
  input.end();
  await served;
  expect([(await written(output)).map(({ id }) => id), log]).toEqual([[1], []]);
});

it("reports on standard error a line that is not a message, and continues", async () => {
  const { input, output, log, served, send } = started();
  input.write("no JSON\n");
  send(INITIALIZE);
  input.end();
  await served;
  expect([(await written(output)).map(({ id }) => id), log]).toEqual([[1], [expect.stringContaining("no JSON")]]);
});
