import { CliError } from "../cli-error.ts";
import type { Finding } from "./check.ts";
import { fail, skipped } from "./check.ts";

/** A check can't be made because an earlier check, `check`, failed and states the reason. */
export class PrerequisiteMissing extends Error {
  override readonly name = "PrerequisiteMissing";
  readonly check: string;

  constructor(what: string, check: string, options?: ErrorOptions) {
    super(what, options);
    this.check = check;
  }
}

/** The error names of AWS's services for a call that the caller's policies do not allow. */
const DENIED = new Set([
  "AccessDenied",
  "AccessDeniedException",
  "AuthorizationError",
  "AuthorizationErrorException",
  "NotAuthorizedException",
  "UnauthorizedOperation",
]);

const NO_CREDENTIALS = new Set([
  "CredentialsProviderError",
  "ExpiredToken",
  "ExpiredTokenException",
  "InvalidClientTokenId",
  "InvalidSignatureException",
  "SignatureDoesNotMatch",
  "UnrecognizedClientException",
]);

/** The finding of an error that ended a check: a missing permission makes it `skipped`, not `fail`. */
export function findingOfError(error: unknown): Finding {
  if (error instanceof PrerequisiteMissing) return skipped(sentence(error.message), `See ${error.check}.`);
  if (error instanceof CliError) return fail(error.message, "Do what the line says, and run the doctor again.");
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
  const line = sentence(message || name);
  if (DENIED.has(name)) {
    const [, action] = /not authorized to perform:? ([\w-]+:\w+)/i.exec(message) ?? [];
    return skipped(
      `AWS does not let these credentials ask: ${line}`,
      `Allow your credentials ${action ?? "the call that the line names"}, or use those of an administrator of the account.`,
    );
  }
  if (NO_CREDENTIALS.has(name)) {
    return fail(`AWS does not take the credentials: ${line}`, "Set AWS_PROFILE, or sign in again.");
  }
  if (/region is missing/i.test(message)) return fail(line, "Set AWS_REGION to the stack's region.");
  if (/stack.* does not exist/i.test(message)) {
    return fail(
      line,
      "Check --stage, AWS_REGION and the account of your credentials, or deploy it: npx cdk deploy --all.",
    );
  }
  const reason = cause instanceof Error ? sentence(`${line.replace(/\.$/, "")} (${cause.message})`) : line;
  return fail(reason, "Check the network, AWS_REGION and your credentials, and run the doctor again.");
}

/** Formats a text as one line that ends with a full stop. */
export function sentence(text: string): string {
  return `${text.replace(/\s+/g, " ").trim().replace(/\.$/, "")}.`;
}
