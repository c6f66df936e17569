import { existsSync } from "node:fs";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import type { EnvironmentContract } from "../../lambdas/shared/env.ts";
import { ROOT } from "./synthesized.ts";

/** The declared uses of an entry: `apiUses` in `uses.ts` for `api.ts`, or in `api-uses.ts`; empty without either. */
export async function contractOf(entry: string): Promise<EnvironmentContract> {
  const { dir, name } = parse(entry);
  const files = [`${name}-uses.ts`, "uses.ts"].map((file) => join(ROOT, dir, file));
  const uses = files.find((file) => existsSync(file));
  if (uses === undefined) return {};
  const all: Readonly<Record<string, EnvironmentContract>> = await import(pathToFileURL(uses).href);
  return all[`${name.replace(/-./g, ([, letter = ""]) => letter.toUpperCase())}Uses`] ?? {};
}
