import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { onTestFinished } from "vitest";
import { MagpieClient } from "../../../client/magpie-client.ts";
import type { Scope } from "../../../lambdas/shared/http/route.ts";
import { readLocalAddress } from "../../../lib/cli/find-local-api.ts";
import { Account } from "../../../lib/cli/mcp/account.ts";
import { toolServer } from "../../../lib/cli/mcp/server.ts";
import { allTools } from "../../../lib/cli/mcp/tools/all-tools.ts";
import type { Named } from "../../../lib/cli/session/sign-ins.ts";
import { SignIns } from "../../../lib/cli/session/sign-ins.ts";

/** The result of a call of a tool. */
export interface Given {
  /** Magpie's own words. */
  readonly text: string;
  /** The text between the marks; null without marks. */
  readonly data: string | null;
  readonly isError: boolean;
}

/** An agent: the SDK's own client. */
export interface Agent {
  readonly client: Client;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<Given>;
}

/** The client of an agent. */
export function newAgent(): Agent {
  const client = new Client({ name: "test", version: "1" });
  return {
    client,
    async call(name, args = {}) {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      const [text = "", data = null] = (content as readonly { readonly text: string }[]).map((part) => part.text);
      return { text, data: data === null ? null : unmarked(data), isError: isError === true };
    },
  };
}

/** The part of a text between its marks. */
export function unmarked(text: string): string {
  const [, , data] = /\n<<< data ([0-9a-f]{24})\n([\s\S]*)\n>>> end of data \1$/.exec(text) ?? [];
  if (data === undefined) throw new Error(`There are no marks around ${text}`);
  return data;
}

/** The items of a result, one a line. */
export function itemsIn({ data }: Given): readonly Readonly<Record<string, unknown>>[] {
  return (data ?? "").split("\n").map((line) => JSON.parse(line));
}

/** Where the sign-ins of the user of a data folder are. */
export function signInsOf(dataFolder: string): SignIns {
  const none = { keep: async () => false, read: async () => null, remove: async () => undefined };
  return new SignIns(join(dataFolder, "config"), none);
}

/** Signs the user of a data folder in at the system that runs there. */
export async function signIn(
  dataFolder: string,
  changes: { scope?: Scope; expires_at?: string; signed_in_at?: string } = {},
) {
  const url = readLocalAddress(dataFolder) ?? "";
  const kept = {
    site_url: url,
    stage: null,
    api_url: url,
    authority: url,
    client_id: "c",
    scope: "save" as const,
    signed_in_at: "2026-11-27T10:00:00.000Z",
    access_token: "of-ada",
    refresh_token: "r",
    expires_at: "2099-01-01T00:00:00.000Z",
    ...changes,
  };
  await signInsOf(dataFolder).keep(kept);
  return kept;
}

/** How an agent is connected. */
interface Connected {
  /** Of MAGPIE_TOKEN. */
  readonly token: string;
  /** The options that name a system. */
  readonly named: Named;
  readonly now: () => Date;
  readonly configHome: string;
}

/** Connects an agent to the tools in this process, for the time of a test. */
export async function connectAgent(
  dataFolder: string,
  { token, named = {}, now = () => new Date(), configHome }: Partial<Connected> = {},
): Promise<Agent & { readonly log: readonly string[] }> {
  const log: string[] = [];
  const surroundings = { token, dataFolder, signIns: signInsOf(dataFolder), clock: { now } };
  const { server } = toolServer(allTools(), {
    account: new Account(named, surroundings, configHome),
    clientOf: ({ baseUrl, token }) => new MagpieClient({ baseUrl, token, retry: { maxAttempts: 1 } }),
    log: (line) => log.push(line),
  });
  const agent = newAgent();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), agent.client.connect(ours)]);
  onTestFinished(() => agent.client.close());
  return { ...agent, log };
}
