import { CfnOutput } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** The record that points a name of the owner's to a resource. The stack creates none, since it need not have the zone. */
export interface DnsRecord {
  readonly id: string;
  /** The owner's name. */
  readonly name: string;
  /** The resource's own name. */
  readonly target: string;
  /** The id of the target's zone, for an alias of Route 53. */
  readonly zoneId: string;
}

/** Prints the record as an output of the deployment, as it is entered at a DNS provider. */
export function printRecord(scope: Construct, { id, name, target, zoneId }: DnsRecord): void {
  const value = `${name}. CNAME ${target}. (at the top of a zone: an alias to it, in Route 53 with zone id ${zoneId})`;
  new CfnOutput(scope, id, { value }).overrideLogicalId(id);
}
