import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Resource } from "../lib/local/template/assembly.ts";
import { assembly } from "../lib/local/template/assembly.ts";
import { openLedger } from "./filter-ledger.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the Lambdas' bundles, one folder each. */
    readonly bundles: string;
    /** Every pattern of the template's metric filters, once. */
    readonly filterPatterns: readonly string[];
    /** The process id of the run's main process. */
    readonly filterRun: number;
  }
}

/**
 * Builds the bundles and the local stage before the first test needs them. The invariants use the bundles, and every runner
 * finds the finished assembly; otherwise concurrent runners would each build their own.
 */
export async function setup({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "magpie-test-"));
  const { bundles, resources } = await assembly(folder);
  const patterns = filterPatterns(resources);
  provide("bundles", bundles);
  provide("filterPatterns", patterns);
  provide("filterRun", process.pid);
  openLedger(patterns);
  return () => rmSync(folder, { recursive: true });
}

function filterPatterns(resources: Readonly<Record<string, Resource>>): string[] {
  const filters = Object.values(resources).filter(({ Type }) => Type === "AWS::Logs::MetricFilter");
  return [...new Set(filters.map(({ Properties }) => String(Properties?.FilterPattern)))];
}
