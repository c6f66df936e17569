import type { DeploymentEnvelope } from "./deployment-request.ts";

const ATTEMPTS = 3;
/** Milliseconds of one attempt. */
const ATTEMPT_MS = 4_000;

/** Milliseconds that the answer may take at most. */
export const ANSWER_MS = ATTEMPTS * ATTEMPT_MS + 1_000;

/** Characters of a reason. CloudFormation takes 4,096 bytes for the whole answer. */
const REASON_LENGTH = 500;

/**
 * Answers CloudFormation, which waits for the outcome. The address is a pre-signed one of CloudFormation on S3; so this
 * request does not go through the outbound fetch, which is for untrusted sites.
 *
 * @param failure why the request failed; undefined when everything was done
 * @throws Error when no attempt succeeds
 */
export async function answerDeployment(of: DeploymentEnvelope, failure: string | undefined): Promise<void> {
  const answer = {
    Status: failure === undefined ? "SUCCESS" : "FAILED",
    ...(failure === undefined ? {} : { Reason: failure.slice(0, REASON_LENGTH) }),
    // The same at all times: CloudFormation takes another id for another resource, and deletes the old one.
    PhysicalResourceId: of.PhysicalResourceId ?? of.LogicalResourceId,
    StackId: of.StackId,
    RequestId: of.RequestId,
    LogicalResourceId: of.LogicalResourceId,
  };
  // Bytes: with a text `fetch` sends a content type, which the signature does not cover.
  const body = Buffer.from(JSON.stringify(answer));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { ok, status } = await fetch(of.ResponseURL, {
        method: "PUT",
        body,
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      if (ok) return;
      throw new Error(`CloudFormation's address answered ${status}.`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
