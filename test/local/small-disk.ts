import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How often a disk in use is measured and resized until no file grows in between. */
const ATTEMPTS = 20;

/** A file system of its own in memory, which can be full and have space again. Only root may mount one. */
export class SmallDisk {
  readonly path: string;
  readonly #bytes: number;

  private constructor(path: string, bytes: number) {
    this.path = path;
    this.#bytes = bytes;
  }

  /** @returns undefined where this user, or this machine, may not mount a file system */
  static mount(bytes: number): SmallDisk | undefined {
    const path = mkdtempSync(join(tmpdir(), "magpie-disk-"));
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", path], { stdio: "ignore" });
    } catch {
      rmdirSync(path);
      return undefined;
    }
    return new SmallDisk(path, bytes);
  }

  /** From now on no file can grow past the space that it has taken. */
  fill(): void {
    for (let attempt = 1; ; attempt += 1) {
      const { blocks, bfree, bsize } = statfsSync(this.path);
      try {
        this.#resize((blocks - bfree) * bsize);
        return;
      } catch (error) {
        // A file has grown in between.
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** There is space again. */
  free(): void {
    this.#resize(this.#bytes);
  }

  /** Removes the disk with its files. No program may use it. */
  remove(): void {
    execFileSync("umount", [this.path]);
    rmdirSync(this.path);
  }

  #resize(bytes: number): void {
    execFileSync("mount", ["-o", `remount,size=${bytes}`, this.path], { stdio: "pipe" });
  }
}
