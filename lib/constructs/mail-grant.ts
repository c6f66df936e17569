import { Aws } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Settings } from "../settings.ts";
import { acknowledge } from "./acknowledge.ts";
import type { Grant } from "./grant.ts";

type MailSettings = Settings["mail"];

/**
 * The permission to mail from one address to the administrators. SES checks the verified identity, which may be the
 * address, its domain or a parent domain; in the sandbox also each recipient's; and the default configuration set (SES
 * guide, "Identity and access management"). The settings do not name these, so sender and recipients are the grant's
 * conditions.
 *
 * @returns none without a sender or without an administrator
 */
export function mailGrants(mail: MailSettings): readonly Grant[] {
  if (!mails(mail)) return [];
  const ses = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  return [
    {
      actions: ["ses:SendEmail"],
      resources: [`${ses}:identity/*`, `${ses}:configuration-set/*`],
      conditions: {
        StringEquals: { "ses:FromAddress": mail.from },
        "ForAllValues:StringEquals": { "ses:Recipients": mail.administrators },
      },
    },
  ];
}

/** Whether mail is sent: both a sender and a recipient exist. */
export function mails(mail: MailSettings): mail is MailSettings & { readonly from: string } {
  return mail.from !== undefined && mail.administrators.length > 0;
}

/** Accepts the wildcards of `mailGrants` in the role of a function, if it has them. */
export function acknowledgeMailGrants(mailing: Construct, mail: MailSettings): void {
  if (!mails(mail)) return;
  const reason =
    "SES judges every identity that a mail touches: its sender's, by address or domain, and in the sandbox its recipients'. The conditions leave one sender and the administrators.";
  acknowledge(mailing, {
    "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]": reason,
    "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:configuration-set/*]": reason,
  });
}
