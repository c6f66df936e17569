import { describe, expect, it } from "vitest";
import { CliError } from "../../../lib/cli/cli-error.ts";
import type { Check } from "../../../lib/cli/doctor/check.ts";
import { combined, fail, ok, skipped, warn } from "../../../lib/cli/doctor/check.ts";
import { findingOfError, PrerequisiteMissing } from "../../../lib/cli/doctor/finding-of-error.ts";
import { report } from "../../../lib/cli/doctor/report.ts";
import { runChecks } from "../../../lib/cli/doctor/run-checks.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { failedFetch } from "../../emulators/socket-errors.ts";
import { accessDenied, expectFinding } from "./ran.ts";

const fine: Check = { name: "fine", run: async () => ok("All is well.") };

describe("a run", () => {
  it("has a result for every check in order, whatever the others' results are", async () => {
    const broken: Check = { name: "broken", run: async () => Promise.reject(new Error("It fell over")) };
    expect(await runChecks([broken, fine])).toEqual([
      { name: "broken", status: "fail", found: "It fell over.", remedy: expect.stringContaining("again") },
      { name: "fine", status: "ok", found: "All is well.", remedy: null },
    ]);
  });

  it("ends a check that never finishes, without waiting for another's time-out", async () => {
    const hanging: Check = { name: "hanging", timeoutMs: 20, run: () => new Promise(() => undefined) };
    const [result] = await runChecks([hanging, fine]);
    expect(result).toMatchObject({ name: "hanging", status: "fail", found: "There was no answer within 0.02 s." });
  });

  it("names the permission that is missing, which is no failure", async () => {
    for (const name of ["AccessDenied", "AccessDeniedException", "AuthorizationErrorException"]) {
      const denied: Check = {
        name: "denied",
        run: async () => Promise.reject(accessDenied("sns:GetTopicAttributes", name)),
      };
      expect(await runChecks([denied])).toMatchObject([
        { status: "skipped", remedy: expect.stringContaining("sns:GetTopicAttributes") },
      ]);
    }
  });

  it.each<[string, unknown, string, string, RegExp]>([
    ["a permission of another name", accessDenied("sns:Publish", "AuthorizationError"), "skipped", "", /sns:Publish/],
    ["a permission that is not named", awsError("UnauthorizedOperation", 403, "No."), "skipped", "", /the call that/],
    ["a permission of Cognito", awsError("NotAuthorizedException", 400, "No."), "skipped", "", /administrator/],
    ...["CredentialsProviderError", "ExpiredToken", "InvalidClientTokenId", "InvalidSignatureException"].map(
      (name): [string, unknown, string, string, RegExp] => [name, awsError(name, 403, "No"), "fail", "", /AWS_PROFILE/],
    ),
    ["SignatureDoesNotMatch", awsError("SignatureDoesNotMatch", 403), "fail", "AWS does not take", /AWS_PROFILE/],
    ["UnrecognizedClientException", awsError("UnrecognizedClientException", 403), "fail", "", /AWS_PROFILE/],
    [
      "no stack",
      awsError("ValidationError", 400, "Stack with id x does not exist"),
      ...(["fail", "Stack with id x does not exist.", /--stage/] as const),
    ],
    ["a line of the CLI", new CliError("Start it."), "fail", "Start it.", /Do what the line says/],
    ["a check before", new PrerequisiteMissing("No stack", "stack"), "skipped", "No stack.", /^See stack\.$/],
    ["a lost connection", failedFetch(), "fail", "fetch failed (connect ECONNREFUSED 127.0.0.1:443).", /network/],
    ["an error without a message", new RangeError(""), "fail", "RangeError.", /again/],
    ["what is no error", "words\n  of two lines.", "fail", "words of two lines.", /again/],
  ])("has a finding for %s", (_, error, status, found, remedy) => {
    expect(findingOfError(error)).toEqual({
      status,
      found: expect.stringContaining(found),
      remedy: expect.stringMatching(remedy),
    });
  });

  it("says what to do about credentials and regions", async () => {
    const of = async (error: Error) => (await runChecks([{ name: "x", run: async () => Promise.reject(error) }]))[0];
    await expectFinding(of(awsError("ExpiredTokenException", 403, "expired")), "fail", { remedy: /AWS_PROFILE/ });
    await expectFinding(of(new Error("Region is missing")), "fail", { remedy: /AWS_REGION/ });
  });
});

describe("several findings combined", () => {
  it("are as bad as the worst of them, with its remedy", () => {
    expect(combined([ok("a"), ok("b")], "Both are well.")).toEqual(ok("Both are well."));
    expect(combined([ok("a"), skipped("s", "t")], "")).toEqual(skipped("s", "t"));
    expect(combined([warn("w", "m"), fail("f", "n"), fail("g", "n")], "")).toEqual(fail("f g", "n"));
    expect(combined([skipped("s", "t"), warn("w", "m"), warn("v", "l")], "")).toEqual(warn("w v", "m l"));
  });
});

describe("the report", () => {
  it("has no remedies when all is well", () => {
    expect(report([{ name: "a", status: "ok", found: "Fine.", remedy: null }])).toBe("ok       a  Fine.");
  });

  it("is one aligned line for each check, then one remedy for each that is not ok", () => {
    const text = report([
      { name: "a", status: "ok", found: "Fine.", remedy: null },
      { name: "longer", status: "skipped", found: "Not asked.", remedy: "Ask." },
    ]);
    expect(text.split("\n")).toEqual([
      "ok       a       Fine.",
      "skipped  longer  Not asked.",
      "",
      "What to do:",
      "longer  Ask.",
    ]);
  });

  it("lets no found text break a line or control the terminal", () => {
    const text = report([{ name: "a", status: "ok", found: "x\u001b[31m\ny\u202e", remedy: null }]);
    expect(text).toBe("ok       a  x [31m y ");
  });
});
