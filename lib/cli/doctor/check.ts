/** What came of a check. `skipped`: it could not be asked, or there is nothing to ask. */
export type CheckStatus = "ok" | "warn" | "fail" | "skipped";

/** What a check found. */
export interface Finding {
  readonly status: CheckStatus;
  /** One sentence. */
  readonly found: string;
  /** One line on how to put it right; there is always one unless the status is `ok`. */
  readonly mend?: string;
}

/** One thing that `magpie doctor` looks at. */
export interface Check {
  /** Kebab-case; unique in a run. */
  readonly name: string;
  /** Milliseconds that it may take; 20 seconds without. */
  readonly timeoutMs?: number;
  /** @throws anything: the run makes a finding of it */
  run(): Promise<Finding>;
}

export function ok(found: string): Finding {
  return { status: "ok", found };
}

export function warn(found: string, mend: string): Finding {
  return { status: "warn", found, mend };
}

export function fail(found: string, mend: string): Finding {
  return { status: "fail", found, mend };
}

export function skipped(found: string, mend: string): Finding {
  return { status: "skipped", found, mend };
}

const RANK: readonly CheckStatus[] = ["fail", "warn", "skipped", "ok"];

/** Several findings as one: the worst status, and what was found and helps of all that have it. */
export function combined(findings: readonly Finding[], allWell: string): Finding {
  const status = RANK.find((each) => each !== "ok" && findings.some((finding) => finding.status === each));
  if (status === undefined) return ok(allWell);
  const worst = findings.filter((finding) => finding.status === status);
  const mends = new Set(worst.flatMap(({ mend }) => (mend === undefined ? [] : [mend])));
  return { status, found: worst.map(({ found }) => found).join(" "), mend: [...mends].join(" ") };
}
