// Starts bin/local.ts with settings of memory that a process takes only at its beginning.
const { spawn } = require("node:child_process");
const { join } = require("node:path");

const FLAGS = [
  // The runner collects garbage itself when it is idle (lib/local/runner.ts).
  "--expose-gc",
  // V8 lets a heap grow several times before it collects old objects. There are seven heaps, one of each thread.
  "--heap-growing-percent=50",
  "--max-semi-space-size=8",
];
// glibc has an arena for each thread and keeps in it what ended threads have freed: 115 MB after a load of every function.
const ENVIRONMENT = { ...process.env, MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };

const args = [
  ...FLAGS,
  "-r",
  join(__dirname, "compile-cache.cjs"),
  join(__dirname, "local.ts"),
  ...process.argv.slice(2),
];

if (process.platform === "win32") {
  // Ctrl-C reaches both processes, and the child ends itself.
  process.on("SIGINT", () => undefined);
  spawn(process.execPath, args, { env: ENVIRONMENT, stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
} else {
  // This process becomes the runner: it keeps its id, so that a signal to it, or to npm, reaches the runner.
  process.execve(process.execPath, [process.execPath, ...args], ENVIRONMENT);
}
