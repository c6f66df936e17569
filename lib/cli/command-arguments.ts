import type { ParseArgsConfig } from "node:util";
import { parseArgs } from "node:util";

/** Parses a command's options. For invalid ones it prints the error and the usage, and exits 2. */
export function commandArguments<T extends NonNullable<ParseArgsConfig["options"]>>(options: T, usage: string) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\nusage: ${usage}`);
    process.exit(2);
  }
}
