import type { Command } from "commander";
import type { MagpieClient } from "../../../client/magpie-client.ts";
import type { Cli } from "../cli.ts";
import type { Surroundings } from "../find-api.ts";
import type { FoundApi } from "../found-api.ts";
import type { Named } from "../session/sign-ins.ts";
import type { Stdio } from "./serve.ts";

export interface McpContext extends Surroundings {
  /** The options that name a system. */
  readonly named: () => Named;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clientOf: (api: FoundApi) => MagpieClient;
  readonly stdio: Stdio;
  /** From this call on, a signal that Ctrl-C and SIGTERM abort, instead of ending the process. */
  readonly interruption: () => AbortSignal;
}

/** `magpie mcp`: the tools with which an agent finds, reads and saves. */
export function addMcpCommand(program: Command, cli: Cli, context: McpContext): void {
  program
    .command("mcp")
    .description("serve an agent (Model Context Protocol, on standard input and output) within the scope of the login")
    .action(async () => {
      const interrupted = context.interruption();
      // Loaded on demand: no other command needs the protocol, nor the API's schemas.
      const [{ Account }, { toolServer }, { allTools }, { serve }] = await Promise.all([
        import("./account.ts"),
        import("./server.ts"),
        import("./tools/all-tools.ts"),
        import("./serve.ts"),
      ]);
      const account = new Account(context.named(), context, context.env.XDG_CONFIG_HOME);
      const server = toolServer(allTools(), { account, clientOf: context.clientOf, log: cli.progress });
      cli.progress(
        "magpie mcp serves an agent until its input ends; docs/command-line.md shows how an agent starts it.",
      );
      await serve(server, context.stdio, interrupted, cli.progress);
    });
}
