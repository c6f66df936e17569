import type { CheckedSystem } from "../api-checks.ts";
import { alarmsCheck, apiCheck, siteCheck, tokenCheck, webmentionCheck } from "../api-checks.ts";
import type { Check } from "../check.ts";
import { administratorsCheck } from "./administrators-check.ts";
import { alarmsTopicCheck } from "./alarms-topic-check.ts";
import { backupsCheck } from "./backups-check.ts";
import { bedrockCheck } from "./bedrock-check.ts";
import { concurrencyCheck } from "./concurrency-check.ts";
import { deadLettersCheck } from "./dead-letters-check.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { invitationsCheck } from "./invitations-check.ts";
import { mailCheck } from "./mail-check.ts";
import { metricFiltersCheck } from "./metric-filters-check.ts";
import { outputsCheck } from "./outputs-check.ts";
import { routeSettingsCheck } from "./route-settings-check.ts";
import { schedulesCheck } from "./schedules-check.ts";
import { secretsCheck } from "./secrets-check.ts";
import { subscriptionsCheck } from "./subscriptions-check.ts";

/** The checks of a deployed stage, through the operator's own credentials. */
export function stageChecks(stage: DeployedStage, token: string | undefined, now: () => Date): Check[] {
  const checked: CheckedSystem = {
    apiUrl: () => stage.readOutput("ApiUrl"),
    siteUrl: () => stage.readOutput("SiteUrl"),
    token,
    betterToken: "Set MAGPIE_TOKEN to an access token of a member of the group admin, as magpie token prints it.",
    whenSilent: "Check the network; with an address of your own also its DNS record and certificate (docs/deploy.md).",
    called: `npm run -s magpie -- --stage ${stage.name}`,
  };
  return [
    outputsCheck(stage),
    apiCheck(checked),
    siteCheck(checked),
    webmentionCheck(checked),
    tokenCheck(checked),
    routeSettingsCheck(stage),
    administratorsCheck(stage),
    alarmsTopicCheck(stage),
    subscriptionsCheck(stage),
    alarmsCheck(checked),
    metricFiltersCheck(stage, now),
    mailCheck(stage),
    invitationsCheck(stage),
    bedrockCheck(stage),
    concurrencyCheck(stage),
    secretsCheck(stage),
    deadLettersCheck(stage),
    schedulesCheck(stage, now),
    backupsCheck(stage, now),
  ];
}
