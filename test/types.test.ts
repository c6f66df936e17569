import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");

// A test, so that the one core that the compiler needs is not all that works for half a minute.
it("the compiler has nothing to say", async () => {
  const said = await new Promise((done) => {
    execFile("npm", ["run", "-s", "types"], { cwd: ROOT }, (error, stdout, stderr) => {
      done({ failed: error !== null, stdout, stderr: error === null ? "" : stderr });
    });
  });
  expect(said).toEqual({ failed: false, stdout: "", stderr: "" });
});
