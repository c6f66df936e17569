import { expect } from "vitest";
import type { Check } from "../../../lib/cli/doctor/check.ts";
import type { CheckResult } from "../../../lib/cli/doctor/run-checks.ts";
import { runChecks } from "../../../lib/cli/doctor/run-checks.ts";
import { awsError } from "../../emulators/aws-errors.ts";

/** The result of one check, run like the doctor runs it. */
export async function ran(checks: readonly Check[], name: string): Promise<CheckResult> {
  const [result, ...more] = await runChecks(checks.filter((check) => check.name === name));
  if (result === undefined || more.length > 0) throw new Error(`There is no one check ${name}.`);
  return result;
}

type Text = string | RegExp;

/** A result of this status, whose texts are these, or match these patterns. */
export function finding(status: string, texts: { readonly found?: Text; readonly remedy?: Text | null } = {}): object {
  const matchers = Object.entries(texts).map(([field, text]) => [
    field,
    text instanceof RegExp ? expect.stringMatching(text) : text,
  ]);
  return { status, ...Object.fromEntries(matchers) };
}

/** Expects a result of this status, whose texts are these, or match these patterns. */
export async function expectFinding(
  result: CheckResult | Promise<CheckResult | undefined>,
  ...expected: Parameters<typeof finding>
): Promise<void> {
  expect(await result).toMatchObject(finding(...expected));
}

/** The error of an AWS service when the caller lacks a permission. */
export function accessDenied(action: string, name = "AccessDeniedException"): Error {
  const message = `User: arn:aws:iam::111111111111:user/operator is not authorized to perform: ${action} on resource: *`;
  return awsError(name, 403, message);
}
