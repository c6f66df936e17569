import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The memory at which a function has one whole core, in MB (Lambda guide, "Configure Lambda function memory"). */
export const WHOLE_CORE_MB = 1_769;

/** The length of a period of the quota. A function of 128 MB then gets 1.4 ms at a time, above the least of 1 ms. */
const PERIOD_US = 20_000;

const CGROUPS = "/sys/fs/cgroup";

/**
 * A control group whose processes have the share of a core that Lambda gives to a function of some memory after its init
 * phase. The init phase runs at full speed, so that a process joins afterwards.
 */
export class CpuShare {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns undefined where the machine has no control groups, or the user may not make one */
  static open(memoryMegabytes: number): CpuShare | undefined {
    const isOld = existsSync(join(CGROUPS, "cpu"));
    const folder = join(CGROUPS, isOld ? "cpu" : "", `magpie-perf-${process.pid}-${memoryMegabytes}`);
    const quota = Math.round((PERIOD_US * memoryMegabytes) / WHOLE_CORE_MB);
    try {
      mkdirSync(folder);
    } catch {
      return undefined;
    }
    const share = new CpuShare(folder);
    try {
      if (isOld) {
        writeFileSync(join(folder, "cpu.cfs_period_us"), String(PERIOD_US));
        writeFileSync(join(folder, "cpu.cfs_quota_us"), String(quota));
      } else {
        writeFileSync(join(folder, "cpu.max"), `${quota} ${PERIOD_US}`);
      }
      return share;
    } catch {
      share.close();
      return undefined;
    }
  }

  admit(processId: number): void {
    writeFileSync(join(this.#folder, "cgroup.procs"), String(processId));
  }

  /** Only once every process that was admitted has ended. */
  close(): void {
    rmdirSync(this.#folder);
  }
}
