import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** What Node is given to start an entry of `bin` as the scripts of package.json do. @param root the project's folder */
export function entry(name: string, root = ROOT): readonly string[] {
  return ["-r", join(root, "bin/compile-cache.cjs"), join(root, "bin", name)];
}
