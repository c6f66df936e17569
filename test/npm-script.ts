import { execFile } from "node:child_process";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * Runs a script of package.json that checks the sources. Checked by tests, since before all tests each would keep one core
 * busy while the others rest.
 *
 * @returns what it prints when it fails; an empty text when it does not
 */
export function complaintsOf(script: string): Promise<string> {
  return new Promise((done) => {
    execFile("npm", ["run", "-s", script], { cwd: ROOT, maxBuffer: 64 * 1_024 * 1_024 }, (error, stdout, stderr) => {
      done(error === null ? "" : `${stdout}${stderr}` || error.message);
    });
  });
}
