import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { entry } from "../../entry.ts";
import type { Agent } from "./agent.ts";
import { newAgent } from "./agent.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** The program of an agent's settings that starts `magpie mcp`. */
export interface Program {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** `magpie mcp` for the user of a data folder, whose sign-ins are in its folder `config`. */
export function mcpProgram(dataFolder: string, env: Readonly<Record<string, string>> = {}): Program {
  const home = join(dataFolder, "home");
  mkdirSync(home, { recursive: true });
  mkdirSync(join(dataFolder, "config"), { recursive: true, mode: 0o700 });
  try {
    symlinkSync(join(dataFolder, "config"), join(home, "magpie"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = { MAGPIE_DATA_DIR: dataFolder, XDG_CONFIG_HOME: home, PATH: process.env.PATH ?? "" };
  return { command: process.execPath, args: [...entry("cli.ts"), "mcp"], env: { ...found, ...env } };
}

/** An agent with a process of its own for the tools. */
export interface AgentWithProcess extends Agent {
  readonly pid: number;
  /** The process's output on standard error. */
  stderr(): string;
  /** Kills the process, and resolves when the agent has noticed. */
  kill(): Promise<void>;
}

/** Starts a program of tools by the SDK's own client. */
export async function startAgent(program: Program): Promise<AgentWithProcess> {
  const transport = new StdioClientTransport({ ...program, cwd: ROOT, stderr: "pipe" });
  let stderr = "";
  transport.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const agent = newAgent();
  const closed = new Promise<void>((done) => {
    agent.client.onclose = done;
  });
  await agent.client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error("no process");
  return {
    ...agent,
    pid,
    stderr: () => stderr,
    async kill() {
      process.kill(pid, "SIGKILL");
      await closed;
    },
  };
}
