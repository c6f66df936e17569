import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** Node's arguments to start an entry of `bin` like the scripts of package.json. @param root the project's folder */
export function entry(name: string, root = ROOT): readonly string[] {
  return ["-r", join(root, "bin/compile-cache.cjs"), join(root, "bin", name)];
}
