import type { CheckedSystem } from "../api-checks.ts";
import { checkAlarms, checkApi, checkOwnSite, checkToken, checkWebmention } from "../api-checks.ts";
import type { Check } from "../check.ts";
import { checkAdministrators } from "./administrators-check.ts";
import { checkAlarmsTopic } from "./alarms-topic-check.ts";
import { checkBackups } from "./backups-check.ts";
import { checkBedrock } from "./bedrock-check.ts";
import { checkConcurrency } from "./concurrency-check.ts";
import { checkDeadLetters } from "./dead-letters-check.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { checkInvitations } from "./invitations-check.ts";
import { checkMail } from "./mail-check.ts";
import { checkMetricFilters } from "./metric-filters-check.ts";
import { checkOutputs } from "./outputs-check.ts";
import { checkRouteSettings } from "./route-settings-check.ts";
import { checkSchedules } from "./schedules-check.ts";
import { checkSecrets } from "./secrets-check.ts";
import { checkSubscriptions } from "./subscriptions-check.ts";

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
    { name: "stack", run: () => checkOutputs(stage) },
    { name: "api", run: () => checkApi(checked) },
    { name: "site", run: () => checkOwnSite(checked) },
    { name: "webmentions", run: () => checkWebmention(checked) },
    { name: "token", run: () => checkToken(checked) },
    { name: "route-settings", run: () => checkRouteSettings(stage) },
    { name: "administrators", run: () => checkAdministrators(stage) },
    { name: "alarms-topic", run: () => checkAlarmsTopic(stage) },
    { name: "alarm-mail", run: () => checkSubscriptions(stage) },
    { name: "alarms", run: () => checkAlarms(checked) },
    { name: "metric-filters", timeoutMs: 120_000, run: () => checkMetricFilters(stage, now()) },
    { name: "mail", run: () => checkMail(stage) },
    { name: "invitations", run: () => checkInvitations(stage) },
    { name: "bedrock", run: () => checkBedrock(stage) },
    { name: "concurrency", run: () => checkConcurrency(stage) },
    { name: "secrets", run: () => checkSecrets(stage) },
    { name: "dead-letters", run: () => checkDeadLetters(stage) },
    { name: "schedules", run: () => checkSchedules(stage, now()) },
    { name: "backups", run: () => checkBackups(stage, now()) },
  ];
}
