import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Made } from "../../bundles.ts";
import { makeOnce } from "./assembly-cache.ts";
import type { SynthesisInput } from "./synthesis.ts";

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
  /**
   * Folder of the functions' temporary files, which no other user can write to. It is kept: to unpack the browser takes
   * seconds.
   */
  readonly temporary: string;
  /** Folder of all the bundles, one folder each. */
  readonly bundles: string;
  /** Reads what each bundle was made of, by name. */
  readonly made: () => Readonly<Record<string, Made>>;
  /** Folder of the code that a function's `Code.S3Key` names. */
  readonly codeFolder: (s3Key: string) => string;
}

/** The stage of the local runner; its settings are in cdk.json like every other's. */
const LOCAL_STAGE = "local";
const ROOT = resolve(import.meta.dirname, "../../..");
const THREAD_SCRIPT = "thread.mjs";
const BUNDLES = "bundles";
const MADE = "made.json";
const OUTDIR = "cdk.out";

/** A physical name without the stage. */
export function withoutStage(name: string): string {
  return name.startsWith(`${LOCAL_STAGE}-`) ? name.slice(LOCAL_STAGE.length + 1) : name;
}

/**
 * The local stage, synthesized from the current sources. Cached for the next start with the same sources, which is most
 * starts.
 *
 * @param folder the output folder when the cache can't be written to
 * @param ending ends the synthesis
 */
export async function assembly(folder: string, ending?: AbortSignal): Promise<Assembly> {
  return readAssembly(await makeOnce(ROOT, (made) => synthesize(made, ending), folder));
}

/**
 * Makes the assembly in a process of its own: the CDK and the bundles need some 250 MB, which a thread would leave in this
 * process.
 *
 * @throws Error with the message of the synthesis that failed
 */
async function synthesize(folder: string, ending: AbortSignal | undefined): Promise<void> {
  const input: SynthesisInput = {
    stage: LOCAL_STAGE,
    bundles: join(folder, BUNDLES),
    outdir: join(folder, OUTDIR),
    threadScript: join(folder, THREAD_SCRIPT),
    made: join(folder, MADE),
  };
  const child = fork(new URL("./synthesis.ts", import.meta.url), [JSON.stringify(input)], { signal: ending });
  let failure: unknown;
  child.once("message", (message) => {
    failure = message;
  });
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(String(failure ?? `The synthesis ended with ${code ?? signal}.`));
}

export function readAssembly(folder: string): Assembly {
  const bundles = join(folder, BUNDLES);
  const outdir = join(folder, OUTDIR);
  const read = (kind: string) => JSON.parse(readFileSync(join(outdir, `magpie-${LOCAL_STAGE}.${kind}.json`), "utf8"));
  const temporary = join(dirname(folder), "tmp");
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
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
    temporary,
    bundles,
    made: () => JSON.parse(readFileSync(join(folder, MADE), "utf8")),
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
