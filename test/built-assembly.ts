import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { assembly } from "../lib/local/assembly.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the Lambdas' bundles, one folder each. */
    readonly bundles: string;
  }
}

/**
 * Builds the bundles and the local stage before the first test asks for them: the laws take the bundles, and every
 * runner finds the assembly kept, where several at once would each build their own.
 */
export async function setup({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "magpie-test-"));
  provide("bundles", (await assembly(folder)).bundles);
  return () => rmSync(folder, { recursive: true });
}
