import { readFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** The PATH of children: this Node comes first, whatever the machine's own is. */
export const CHILD_PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

/** Node's arguments to start an entry of `bin` like the scripts of package.json. */
export function entry(name: string): readonly string[] {
  return ["-r", join(ROOT, "bin/compile-cache.cjs"), join(ROOT, "bin", name)];
}

/**
 * The program and the arguments of `npm start`, with the settings of package.json but without npm. The shell becomes the
 * runner, so that the child's id and its signals are the runner's. It needs the project's folder and `CHILD_PATH`.
 *
 * @param args the runner's own
 * @param root the project's folder
 */
export function startCommand(args: readonly string[], root = ROOT): readonly [program: string, args: string[]] {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
  return ["sh", ["-c", `${scripts.start} "$@"`, "npm start", ...args]];
}
