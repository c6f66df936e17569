import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { schemaOf } from "../../lambdas/shared/env.ts";
import { DECODING_MEGABYTES } from "../../lambdas/shared/pictures/fit-pictures.ts";
import { lambdaEntries } from "../../lib/bundles.ts";
import { PICTURES, STARTED_BY } from "../../lib/bundling/threads.ts";
import { contractOf } from "./contract-of.ts";
import { logicalId, plausibleText, synthesized } from "./synthesized.ts";

const stack = synthesized();
const functions = stack.some("AWS::Lambda::Function");

/** Functions that can't run on arm64, by entry, each with the reason. */
const NOT_ARM: Readonly<Record<string, string>> = {
  "lambdas/mercari/renderer.ts": "The browser in @sparticuz/chromium is for x86_64 only.",
};

describe.each(functions)("function %s", (id, { Properties }) => {
  const others = functions.filter(([other]) => other !== id).map(([, other]) => other.Properties);
  const entry: string = Properties.Description;
  const variables: Record<string, unknown> = Properties.Environment?.Variables ?? {};

  it("runs on Node 24 on arm64", () => {
    expect(Properties.Runtime).toBe("nodejs24.x");
    expect(Properties.Architectures).toEqual([entry in NOT_ARM ? "x86_64" : "arm64"]);
  });

  it("sets its memory and time-out", () => {
    expect(Properties.MemorySize).toBeGreaterThanOrEqual(256);
    expect(Properties.Timeout).toBeGreaterThan(0);
    expect(Properties.Timeout).toBeLessThanOrEqual(900);
  });

  it("has memory for the pictures that its thread decodes, and for its other code", () => {
    const bundle = entry.replace(/^lambdas\/|\.ts$/g, "").replace("/", "-");
    const decoding = STARTED_BY[bundle]?.includes(PICTURES) ? DECODING_MEGABYTES + 250 : 0;
    expect(Properties.MemorySize).toBeGreaterThanOrEqual(decoding);
  });

  it("writes JSON to the log group of those whose failures the same party notices, with a retention", () => {
    const [, group] = stack.target(Properties.LoggingConfig?.LogGroup, "AWS::Logs::LogGroup");
    expect(Properties.LoggingConfig.LogFormat).toBe("JSON");
    expect(group.Properties.RetentionInDays).toBeGreaterThan(0);
    const reads = stack
      .some("AWS::Lambda::EventSourceMapping")
      .some(([, source]) => logicalId(source.Properties.FunctionName) === id);
    const answers = /^lambdas\/(\w+\/api|issuer\/on-token|site\/on-deploy)\.ts$/.test(entry);
    const kind = reads ? "workers" : answers ? "requests" : "runs";
    expect(group.Properties.LogGroupName).toBe(`/aws/lambda/${stack.stage}-${kind}`);
  });

  it("has a role of its own", () => {
    const [role] = stack.target(Properties.Role, "AWS::IAM::Role");
    expect(others.map((other) => logicalId(other.Role))).not.toContain(role);
  });

  it("gets exactly the environment that its entry declares, and can read it", async () => {
    const contract = await contractOf(entry);
    expect(Object.keys(variables).sort(), `uses.ts exports what ${entry} uses by its name: apiUses for api.ts`).toEqual(
      Object.keys(contract).sort(),
    );
    for (const [name, variable] of Object.entries(contract)) {
      const read = z.safeParse(schemaOf(variable), plausibleText(variables[name]));
      expect(read.success, `${name}: ${read.error?.message}`).toBe(true);
    }
  });

  it("has the code's waits when deployed", () => {
    expect(variables.WAIT_SCALE ?? "1").toBe("1");
  });

  it("finds its browser in its own package when deployed", () => {
    expect(variables.CHROMIUM_PATH ?? "").toBe("");
  });

  it("can't be redirected by variables that only the local runner sets", () => {
    const names = Object.keys(variables);
    expect(names.filter((name) => /^(AWS_|NODE_OPTIONS$|MAGPIE_)/.test(name))).toEqual([]);
  });
});

it("has one function for each entry and one entry for each function", () => {
  // A stage with an issuer of its own has no user pool, whose function it would be.
  const hasPool = [...stack.resources.values()].some(({ Type }) => Type === "AWS::Cognito::UserPool");
  // Only a setting has urgent alarms invoke a function.
  const invokesFunctions = stack
    .some("AWS::CloudWatch::Alarm")
    .some(([, { Properties }]) => Properties.AlarmActions.length > 1);
  const entries = lambdaEntries()
    .filter((path) => !path.startsWith("lambdas/shared/") && (hasPool || !path.startsWith("lambdas/issuer/")))
    .filter((path) => invokesFunctions || path !== "lambdas/notices/on-alarm.ts");
  const described = functions.map(([, each]) => each.Properties.Description);
  expect(described.sort(), "Add a function of each entry to lib/<feature>.ts, or its entry to lambdas").toEqual(
    entries.sort(),
  );
});

it("exempts no function from arm64 that does not exist", () => {
  const entries = functions.map(([, each]) => each.Properties.Description);
  const unknown = Object.keys(NOT_ARM).filter((entry) => !entries.includes(entry));
  expect(unknown, "Take each out of NOT_ARM here").toEqual([]);
});
