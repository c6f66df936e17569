import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cdkContext, magpieApp } from "../../lib/app.ts";
import type { Resource } from "../../lib/local/template/assembly.ts";
import { assembly } from "../../lib/local/template/assembly.ts";
import { readSettings } from "../../lib/settings.ts";
import { writesIn } from "../infra/guides/cost.ts";
import { deployed } from "./deployed.ts";
import type { Report } from "./report.ts";
import { report } from "./report.ts";

const STAGE = "prod";

/** What an established account permits; many new ones have 10. */
const ACCOUNT_CONCURRENCY = 1_000;

/** Synthesizes the production stage and simulates it. */
export async function productionReport(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "magpie-scale-"));
  try {
    const { bundles } = await assembly(folder);
    const context = { ...cdkContext(), "aws:cdk:disable-asset-staging": true };
    const app = magpieApp({ bundles, outdir: join(folder, "prod.out"), context, stage: STAGE, validated: false });
    const { template } = app.synth().getStackArtifact(`magpie-${STAGE}`);
    const resources = (template as { readonly Resources: Readonly<Record<string, Resource>> }).Resources;
    const { googleBooks } = readSettings(STAGE, cdkContext().stages);
    const scale = readFileSync(join(import.meta.dirname, "../../docs/scale.md"), "utf8");
    const settings = { accountConcurrency: ACCOUNT_CONCURRENCY, booksRequestsPerDay: googleBooks.requestsPerDay };
    return report(deployed(resources, STAGE), settings, writesIn(scale));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
