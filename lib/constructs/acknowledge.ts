import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/**
 * Decides cdk-nag findings of one construct, each with the reason that holds for it.
 *
 * @param reasons finding id, as the report prints it, to the reason
 */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
}
