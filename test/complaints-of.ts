import { execFile } from "node:child_process";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * Runs a script of package.json that checks the sources. These checks run as tests: before all tests, each would keep one
 * core busy while the others idle.
 *
 * @returns its output when it fails; else an empty text
 */
export function complaintsOf(script: string): Promise<string> {
  return new Promise((done) => {
    execFile("npm", ["run", "-s", script], { cwd: ROOT, maxBuffer: 64 * 1_024 * 1_024 }, (error, stdout, stderr) => {
      done(error === null ? "" : `${stdout}${stderr}` || error.message);
    });
  });
}
