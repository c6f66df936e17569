import { execFileSync } from "node:child_process";
import { afterAll, expect, it } from "vitest";
import { lastRelease } from "../../lib/pipeline/last-release.ts";
import { temporaryFolder } from "../local/temporary-folders.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

function git(...args: readonly string[]): void {
  const author = ["-c", "user.name=A", "-c", "user.email=a@magpie.example", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...author, ...args], { cwd: folder.path });
}
const commit = () => git("commit", "--quiet", "--allow-empty", "-m", "A commit");

it("is the newest tag of a version before the commit, and never that of the commit itself", () => {
  git("init", "--quiet");
  commit();
  expect(lastRelease(folder.path)).toBeUndefined();
  git("tag", "v1.0.0");
  expect(lastRelease(folder.path)).toBeUndefined();
  commit();
  git("tag", "before-the-move");
  expect(lastRelease(folder.path)).toBe("v1.0.0");
  commit();
  expect(lastRelease(folder.path)).toBe("v1.0.0");
  git("tag", "v1.1.0");
  expect(lastRelease(folder.path)).toBe("v1.0.0");
  commit();
  expect(lastRelease(folder.path)).toBe("v1.1.0");
});
