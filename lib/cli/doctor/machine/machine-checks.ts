import { accessSync, constants, existsSync, readFileSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import * as z from "zod/mini";
import type { Check, Finding } from "../check.ts";
import { fail, ok, warn } from "../check.ts";

export interface Machine {
  readonly root: string;
  /** `process.versions.node`. */
  readonly nodeVersion: string;
  /** The text of the variable PORT. */
  readonly port: string | undefined;
  readonly dataFolder: string;
  /** The origin of the system that runs on the data folder; undefined when none does. */
  readonly runningAt: string | undefined;
  /** Free bytes of a folder's file system for an unprivileged user. */
  readonly freeBytes?: (folder: string) => number;
}

/** The major version of the Lambda runtime. */
const NODE_MAJOR = 24;
const DEFAULT_PORT = 8_787;
const MEGABYTE = 1_000_000;
/** Emulated tables, queues and buckets grow by a few kilobytes for each resource; logs alone would take less than this. */
const LITTLE_MB = 1_000;
const TOO_LITTLE_MB = 100;

/** The checks of the machine itself, which need no running system. */
export function machineChecks(machine: Machine): Check[] {
  return [
    { name: "node", run: async () => nodeFinding(machine) },
    { name: "packages", run: async () => packagesFinding(machine) },
    { name: "port", run: () => portFinding(machine) },
    { name: "data-folder", run: async () => dataFolderFinding(machine) },
    { name: "disk", run: async () => diskFinding(machine) },
  ];
}

function nodeFinding({ nodeVersion }: Machine): Finding {
  const major = Number(nodeVersion.split(".")[0]);
  if (major === NODE_MAJOR) return ok(`Node ${nodeVersion}, as on Lambda.`);
  const remedy = "Start through npm, which takes Node 24 from the packages: npm ci, then npm run -s magpie -- doctor.";
  if (major > NODE_MAJOR) return warn(`Node ${nodeVersion}; on Lambda it is ${NODE_MAJOR}.`, remedy);
  return fail(`Node ${nodeVersion} is too old; ${NODE_MAJOR} is needed.`, remedy);
}

const lockShape = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      optional: z.optional(z.boolean()),
      devOptional: z.optional(z.boolean()),
    }),
  ),
});
const packageShape = z.object({ version: z.string() });

/** Whether the packages of package-lock.json are installed in their versions. Optional ones may be for another platform. */
function packagesFinding({ root }: Machine): Finding {
  const remedy = "Run npm ci in the project's folder.";
  const lock = lockShape.safeParse(readJson(join(root, "package-lock.json")));
  if (!lock.success) return fail("There is no package-lock.json that can be read.", "Get a whole copy of the project.");
  const wanted = Object.entries(lock.data.packages).filter(
    ([path, { optional, devOptional }]) => path !== "" && optional !== true && devOptional !== true,
  );
  const wrong = wanted.filter(([path, { version }]) => {
    const installed = packageShape.safeParse(readJson(join(root, path, "package.json")));
    return !installed.success || (version !== undefined && installed.data.version !== version);
  });
  if (wrong.length === 0) return ok(`All ${wanted.length} npm packages are there.`);
  const some = wrong.slice(0, 3).map(([path]) => path.replace(/^.*node_modules\//, ""));
  const more = wrong.length > some.length ? " and others" : "";
  return fail(`${wrong.length} npm packages are missing or have another version: ${some.join(", ")}${more}.`, remedy);
}

async function portFinding({ port: text, runningAt }: Machine): Promise<Finding> {
  if (runningAt !== undefined) return ok(`The local system has its port: ${runningAt}.`);
  const port = text === undefined || text === "" ? DEFAULT_PORT : Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    return fail(`PORT is "${text}", which is no port.`, "Set PORT to a number from 0 to 65535, or unset it.");
  }
  if (port === 0) return ok("PORT is 0: the local system takes any port that is free.");
  const refused = await tryPort(port);
  if (refused === undefined) return ok(`Port ${port} is free.`);
  if (refused === "EADDRINUSE") {
    return fail(
      `Port ${port} is taken by another program.`,
      "Set PORT to another one, or MAGPIE_DATA_DIR to the folder of the system that runs there.",
    );
  }
  return fail(`Port ${port} can't be used (${refused}).`, "Set PORT to one above 1023.");
}

/** Why a server can't listen on a port of this machine; undefined when it can. */
function tryPort(port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", ({ code, message }: NodeJS.ErrnoException) => done(code ?? message));
    server.listen(port, "127.0.0.1", () => server.close(() => done(undefined)));
  });
}

function dataFolderFinding({ dataFolder }: Machine): Finding {
  const path = resolve(dataFolder);
  const there = existingPart(path);
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
  } catch {
    return fail(
      there === path ? `The data folder ${path} can't be written to.` : `The data folder ${path} can't be made.`,
      "Set MAGPIE_DATA_DIR to a writable folder.",
    );
  }
  if (there === path) return ok(`The data folder ${path} can be written to.`);
  return ok(`The data folder ${path} can be made; it is not there yet.`);
}

function diskFinding({ dataFolder, freeBytes = freeOf }: Machine): Finding {
  const megabytes = Math.floor(freeBytes(existingPart(resolve(dataFolder))) / MEGABYTE);
  const found = `${megabytes} MB are free on the disk of the data folder.`;
  const remedy = "Make room on the disk, or set MAGPIE_DATA_DIR to a folder on another one.";
  if (megabytes < TOO_LITTLE_MB) return fail(found, remedy);
  return megabytes < LITTLE_MB ? warn(found, remedy) : ok(found);
}

function freeOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A path, or the nearest folder above it that exists. */
function existingPart(path: string): string {
  let part = path;
  while (!existsSync(part) && dirname(part) !== part) part = dirname(part);
  return part;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // No file, or an unreadable one: the caller's schema rejects both.
    return undefined;
  }
}
