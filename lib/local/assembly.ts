import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cdkContext, magpieApp } from "../app.ts";
import { buildBundles } from "../bundles.ts";

/** A resource as the template describes it. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** The synthesized system: the template's resources, and where each function's code lies. */
export interface Assembly {
  readonly resources: Readonly<Record<string, Resource>>;
  /** Folder of the code that a function's `Code.S3Key` names. */
  readonly codeFolder: (s3Key: string) => string;
}

/** The stage that runs on one machine; its settings are in cdk.json like every other's. */
const LOCAL_STAGE = "local";

/** A physical name as people use it. */
export function withoutStage(name: string): string {
  return name.startsWith(`${LOCAL_STAGE}-`) ? name.slice(LOCAL_STAGE.length + 1) : name;
}

/** Bundles the Lambdas and synthesizes the local stage into `folder`, as `cdk synth` would. */
export async function synthesize(folder: string): Promise<Assembly> {
  const bundles = join(folder, "bundles");
  await buildBundles(bundles);
  const outdir = join(folder, "cdk.out");
  const app = magpieApp({
    bundles,
    outdir,
    context: cdkContext(),
    stage: LOCAL_STAGE,
    validated: false,
  });
  const stack = app.synth().getStackByName(`magpie-${LOCAL_STAGE}`);
  const manifest = JSON.parse(readFileSync(join(outdir, `${stack.stackName}.assets.json`), "utf8")) as AssetManifest;
  const folders = new Map<string, string>();
  for (const file of Object.values(manifest.files)) {
    for (const destination of Object.values(file.destinations)) {
      folders.set(destination.objectKey, join(outdir, file.source.path));
    }
  }
  return {
    resources: stack.template.Resources,
    codeFolder: (s3Key) => {
      const found = folders.get(s3Key);
      if (found === undefined) throw new Error(`The assembly has no code ${s3Key}`);
      return found;
    },
  };
}

interface AssetManifest {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path: string };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}
