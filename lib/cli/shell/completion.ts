import type { Command } from "commander";
import { Argument } from "commander";
import type { Cli } from "../cli.ts";
import { completionsOf } from "./completions.ts";

/**
 * The text that a shell evaluates. Each script calls `magpie complete` for the words, one a line with its description after
 * a tab, and offers files if there are none.
 */
const SCRIPTS = {
  bash: `_magpie() {
  local IFS=$'\\n'
  COMPREPLY=($("$1" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _magpie magpie`,
  zsh: `_magpie() {
  local -a found
  found=(\${(f)"$("$words[1]" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  found=("\${(@)found/$'\\t'/:}")
  if (( $#found )); then _describe magpie found; else _files; fi
}
compdef _magpie magpie`,
  fish: `function __magpie_complete
  set -l typed (commandline -ct)
  set -l found (magpie complete -- (commandline -opc)[2..] "$typed" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path "$typed"
  end
end
complete -c magpie -f -a '(__magpie_complete)'`,
} as const;

/** `magpie completion`, and `magpie complete`, which its scripts call. */
export function addCompletionCommands(program: Command, cli: Cli): void {
  program
    .command("completion")
    .description("print the script with which a shell completes this command at the Tab key (docs/command-line.md)")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => cli.print({ script: SCRIPTS[shell] }, SCRIPTS[shell]));

  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .action((words: string[]) => {
      const found = completionsOf(program, words).map(({ word, description }) => `${word}\t${description}\n`);
      return cli.write(found.join(""));
    });
}
