import type { Command } from "commander";
import { Option } from "commander";

export interface Marks {
  readonly unread?: boolean;
  readonly starred?: boolean;
}

/** Adds `mark` to the commands of a kind of saved items. @param mark marks the item, and prints it */
export function addMarkCommand(parent: Command, what: string, mark: (id: string, marks: Marks) => Promise<void>): void {
  parent
    .command("mark")
    .description(`mark a ${what} as read or unread, or give it a star or remove it`)
    .argument("<id>", `the ${what}'s id`)
    .addOption(new Option("--read", "mark it as read").conflicts("unread"))
    .option("--unread", "mark it as unread")
    .option("--star", "give it a star")
    .option("--no-star", "remove its star")
    .action(async (id: string, options: { read?: true; unread?: true; star?: boolean }, command: Command) => {
      const { read, unread, star } = options;
      const marks = {
        ...((read || unread) && { unread: unread === true }),
        ...(star !== undefined && { starred: star }),
      };
      if (Object.keys(marks).length === 0) {
        command.error("error: nothing to change; give --read, --unread, --star or --no-star");
      }
      await mark(id, marks);
    });
}
