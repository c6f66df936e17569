import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import type { Grant } from "./lambda-function.ts";

/**
 * The permission to mail from one address. SES asks for the identity that is verified, which may be the address, its domain
 * or a domain above it; in the sandbox also for each recipient's identity; and for the default configuration set (SES guide,
 * "Identity and access management"). The settings do not name these, so the grant has the sender as its condition.
 *
 * @returns none without a sender
 */
export function mailGrants(scope: Construct, sender: string | undefined): readonly Grant[] {
  if (sender === undefined) return [];
  const { partition, region, account } = Stack.of(scope);
  const ses = `arn:${partition}:ses:${region}:${account}`;
  return [
    {
      actions: ["ses:SendEmail"],
      resources: [`${ses}:identity/*`, `${ses}:configuration-set/*`],
      conditions: { StringEquals: { "ses:FromAddress": sender } },
    },
  ];
}

/** Accepts the wildcards of `mailGrants` in the role of a function, if it has them. */
export function acknowledgeMailGrants(mailing: Construct, sender: string | undefined): void {
  if (sender === undefined) return;
  const reason =
    "SES judges every identity that a mail touches: its sender's, by address or domain, and in the sandbox its recipients'. The condition on ses:FromAddress leaves one sender.";
  acknowledge(mailing, {
    "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]": reason,
    "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:configuration-set/*]": reason,
  });
}
