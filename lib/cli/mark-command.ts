import type { Command } from "commander";
import { CliError } from "./cli-error.ts";

export interface Marks {
  readonly unread?: boolean;
  readonly starred?: boolean;
}

/** Adds `mark` to the commands of a kind of saved items. @param mark marks the item, and prints it */
export function addMarkCommand(parent: Command, what: string, mark: (id: string, marks: Marks) => Promise<void>): void {
  parent
    .command("mark")
    .description(`mark a ${what} as read or unread, and give it a star or take it`)
    .argument("<id>", `the ${what}'s id`)
    .option("--read", "it was read")
    .option("--unread", "it is to be read")
    .option("--star", "with a star")
    .option("--no-star", "without a star")
    .action(async (id: string, options: { read?: boolean; unread?: boolean; star?: boolean }) => {
      const { read, unread, star } = options;
      if (read && unread) throw new CliError("Either --read or --unread.");
      const marks = {
        ...((read || unread) && { unread: unread === true }),
        ...(star !== undefined && { starred: star }),
      };
      if (Object.keys(marks).length === 0)
        throw new CliError("One of --read, --unread, --star and --no-star is needed.");
      await mark(id, marks);
    });
}
