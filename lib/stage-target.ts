import type { Environment } from "aws-cdk-lib";
import type { Settings } from "./settings.ts";

/**
 * The account and region of a stage, if its settings name them: the CDK's command line deploys the stage nowhere else.
 *
 * The command line passes the account and region of its credentials before anything is created, so that a wrong profile is
 * refused here with an explanation. Without credentials it passes no account, and a default region; then nothing can be
 * deployed, and nothing is refused.
 *
 * @param variables those of the process; `CDK_DEFAULT_ACCOUNT` and `CDK_DEFAULT_REGION` are the command line's
 * @throws Error when the credentials are for another account or region
 */
export function stageTarget(
  { stage, account, region }: Pick<Settings, "stage" | "account" | "region">,
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  const { CDK_DEFAULT_ACCOUNT: theirAccount, CDK_DEFAULT_REGION: theirRegion } = variables;
  const differences = [
    ...differing("account", account, theirAccount),
    ...(theirAccount === undefined ? [] : differing("region", region, theirRegion)),
  ];
  if (differences.length > 0) {
    throw new Error(
      `Stage "${stage}" ${differences.join(" and ")}. Nothing was changed. ` +
        "Set AWS_PROFILE and AWS_REGION to those of the stage, or name another stage by -c stage=<name>.",
    );
  }
  return { ...(account !== undefined && { account }), ...(region !== undefined && { region }) };
}

function differing(what: "account" | "region", own: string | undefined, theirs: string | undefined): readonly string[] {
  if (own === undefined || theirs === undefined || own === theirs) return [];
  return [`belongs to ${what} ${own}, but the credentials are for ${what} ${theirs}`];
}
