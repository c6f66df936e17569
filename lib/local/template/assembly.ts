import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cached } from "./assembly-cache.ts";

/** A resource as the template describes it. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** The synthesized system: the template's resources, and the folder of each function's code. */
export interface Assembly {
  readonly resources: Readonly<Record<string, Resource>>;
  /** The script of the functions' threads. */
  readonly threadScript: string;
  /** Folder in which Node caches the compiled bundles; created by Node. */
  readonly compileCache: string;
  /** Folder of all the bundles, one folder each. */
  readonly bundles: string;
  /** Folder of the code that a function's `Code.S3Key` names. */
  readonly codeFolder: (s3Key: string) => string;
}

/** The stage of the local runner; its settings are in cdk.json like every other's. */
const LOCAL_STAGE = "local";
const THREAD_SCRIPT = "thread.mjs";

/** A physical name without the stage. */
export function withoutStage(name: string): string {
  return name.startsWith(`${LOCAL_STAGE}-`) ? name.slice(LOCAL_STAGE.length + 1) : name;
}

/**
 * The local stage, synthesized from the current sources. Cached for the next start with the same sources, which is most
 * starts.
 *
 * @param folder the output folder when the cache can't be written to
 */
export async function assembly(folder: string): Promise<Assembly> {
  return readAssembly(await cached(synthesize, folder));
}

/** Bundles the Lambdas and synthesizes the local stage into `folder`, as `cdk synth` would. */
async function synthesize(folder: string): Promise<void> {
  // Loaded on demand: the CDK would be most of the duration of a start with a cached assembly.
  const [{ cdkContext, magpieApp }, { buildBundles }, { buildThreadScript }] = await Promise.all([
    import("../../app.ts"),
    import("../../bundles.ts"),
    import("../functions/thread-script.ts"),
  ]);
  const bundles = join(folder, "bundles");
  await Promise.all([buildBundles(bundles), buildThreadScript(join(folder, THREAD_SCRIPT))]);
  const outdir = join(folder, "cdk.out");
  const app = magpieApp({
    bundles,
    outdir,
    // The bundles are in the same folder already; each copy of the browser in one of them would take 80 MB.
    context: { ...cdkContext(), "aws:cdk:disable-asset-staging": true },
    stage: LOCAL_STAGE,
    validated: false,
  });
  app.synth();
}

function readAssembly(folder: string): Assembly {
  const bundles = join(folder, "bundles");
  const outdir = join(folder, "cdk.out");
  const read = (kind: string) => JSON.parse(readFileSync(join(outdir, `magpie-${LOCAL_STAGE}.${kind}.json`), "utf8"));
  const manifest = read("assets") as AssetManifest;
  const folders = new Map<string, string>();
  for (const file of Object.values(manifest.files)) {
    for (const destination of Object.values(file.destinations)) {
      // Not the whole path: the folder had another name during the synthesis.
      folders.set(destination.objectKey, join(bundles, basename(file.source.path)));
    }
  }
  return {
    resources: read("template").Resources,
    threadScript: join(folder, THREAD_SCRIPT),
    // Beside the assembly: a process writes it when it ends, perhaps after `npm ci` has removed the assembly.
    compileCache: join(dirname(folder), "compiled", basename(folder)),
    bundles,
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
