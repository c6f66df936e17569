import type { Command, Option } from "commander";

export interface Completion {
  readonly word: string;
  readonly description: string;
}

/**
 * The words that may replace the last one, as in the help: commands, options, and the choices of an argument or of an
 * option's value; none where any word is allowed.
 *
 * @param words those after `magpie`; the last one is incomplete or empty
 */
export function completionsOf(program: Command, words: readonly string[]): readonly Completion[] {
  const last = words.at(-1) ?? "";
  let command = program;
  let valued: Option | undefined;
  let place = 0;
  for (const word of words.slice(0, -1)) {
    if (valued !== undefined) valued = undefined;
    else if (word.startsWith("-")) valued = optionsOf(command).find(({ required, long }) => required && long === word);
    else {
      const below = command.commands.find((each) => each.name() === word);
      command = below ?? command;
      place = below === undefined ? place + 1 : 0;
    }
  }
  return possible(command, valued, place, last).filter(({ word }) => word.startsWith(last));
}

/** @param valued the option whose value is typed; @param place the number of preceding arguments of the command */
function possible(command: Command, valued: Option | undefined, place: number, last: string): readonly Completion[] {
  if (valued !== undefined) return choices(valued.argChoices);
  if (last.startsWith("-")) {
    return optionsOf(command).map(({ long, short, description }) => ({ word: long ?? short ?? "", description }));
  }
  const commands = command.createHelp().visibleCommands(command);
  return [
    ...commands.map((each) => ({ word: each.name(), description: each.description() })),
    ...choices(command.registeredArguments[place]?.argChoices),
  ];
}

function optionsOf(command: Command): readonly Option[] {
  const help = Object.assign(command.createHelp(), { showGlobalOptions: true });
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}

function choices(words: readonly string[] = []): readonly Completion[] {
  return words.map((word) => ({ word, description: "" }));
}
