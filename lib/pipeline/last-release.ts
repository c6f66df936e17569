import { execFileSync } from "node:child_process";

/**
 * The tag of the last release before the checked-out commit; of a commit that is a release itself, the one before.
 *
 * @param folder in a git repository with its tags
 * @returns undefined when there is none
 */
export function lastRelease(folder: string): string | undefined {
  const describe = (...args: readonly string[]) => {
    try {
      const command = ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", ...args];
      return execFileSync("git", command, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] })
        .toString()
        .trim();
    } catch {
      // It exits with an error where no tag is found.
      return undefined;
    }
  };
  const own = describe("--exact-match", "HEAD");
  return own === undefined ? describe("HEAD") : describe("--exclude", own, "HEAD");
}
