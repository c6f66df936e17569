/** The outcome of a check. `skipped`: the check could not be made, or there is nothing to check. */
export type CheckStatus = "ok" | "warn" | "fail" | "skipped";

export interface Finding {
  readonly status: CheckStatus;
  /** One sentence. */
  readonly found: string;
  /** One line on how to fix it; null only when the status is `ok`. */
  readonly remedy?: string;
}

export interface Check {
  /** Kebab-case; unique in a run. */
  readonly name: string;
  /** Its time-out in milliseconds; default 20 seconds. */
  readonly timeoutMs?: number;
  /** @throws anything: the run turns it into a finding */
  run(): Promise<Finding>;
}

export function ok(found: string): Finding {
  return { status: "ok", found };
}

export function warn(found: string, remedy: string): Finding {
  return { status: "warn", found, remedy };
}

export function fail(found: string, remedy: string): Finding {
  return { status: "fail", found, remedy };
}

export function skipped(found: string, remedy: string): Finding {
  return { status: "skipped", found, remedy };
}

const RANK: readonly CheckStatus[] = ["fail", "warn", "skipped", "ok"];

/** Combines findings: the worst status, with the texts and remedies of all findings that have it. */
export function combined(findings: readonly Finding[], allWell: string): Finding {
  const status = RANK.find((each) => each !== "ok" && findings.some((finding) => finding.status === each));
  if (status === undefined) return ok(allWell);
  const worst = findings.filter((finding) => finding.status === status);
  const remedies = new Set(worst.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy])));
  return { status, found: worst.map(({ found }) => found).join(" "), remedy: [...remedies].join(" ") };
}
