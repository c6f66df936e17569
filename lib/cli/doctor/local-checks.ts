import { decodeJwt } from "jose";
import * as z from "zod/mini";
import type { CheckedSystem } from "./api-checks.ts";
import { checkAlarms, checkApi, checkOwnSite, checkToken } from "./api-checks.ts";
import type { Check, Finding } from "./check.ts";
import { fail, ok, skipped, warn } from "./check.ts";
import type { LocalSystem } from "./local-system.ts";
import { probe } from "./probe.ts";

const queueList = z.object({ queues: z.array(z.object({ name: z.string(), dlq_depth: z.number() })) });
const alarmList = z.object({ alarms: z.array(z.object({ name: z.string(), state: z.string(), reason: z.string() })) });
const mailList = z.object({ emails: z.array(z.unknown()) });

/** Suffix of the names of alarms on a silent schedule. */
const SILENT = "-silent";

/** The checks of the running local system. */
export function localChecks(system: LocalSystem): Check[] {
  const { outputs, token } = system;
  const checked: CheckedSystem = {
    apiUrl: async () => outputs.api_url,
    siteUrl: async () => outputs.site_url,
    ...(new URL(outputs.site_url).host === new URL(outputs.api_url).host ? {} : { siteServer: outputs.api_url }),
    token,
    betterToken: "Set MAGPIE_TOKEN to what npm run -s token -- --sub root --group admin prints, or unset it.",
    whenSilent: "Start the local system anew with npm start; its last lines say what ended it.",
    called: "npm run -s magpie --",
  };
  return [
    { name: "api", run: () => checkApi(checked) },
    { name: "site", run: () => checkOwnSite(checked) },
    { name: "token", run: () => checkToken(checked) },
    { name: "administrators", run: async () => administratorFinding(token) },
    { name: "dead-letters", run: () => deadLettersFinding(system) },
    { name: "schedules", run: () => schedulesFinding(system) },
    { name: "alarms", run: () => checkAlarms(checked) },
    { name: "mail", run: () => mailFinding(system) },
  ];
}

/** In the local system, every token with the group is an administrator's: there is no list of users. */
function administratorFinding(token: string): Finding {
  const remedy = "npm run -s token -- --sub root --group admin prints the token of an administrator.";
  try {
    const { sub, exp, "cognito:groups": groups } = decodeJwt<{ "cognito:groups"?: string[] }>(token);
    if (exp !== undefined && exp * 1_000 < Date.now()) return fail(`The token of ${sub} has expired.`, remedy);
    if (groups?.includes("admin")) return ok(`${sub} is administrator, by the token that is used here.`);
    return warn(`${sub}, whose token is used here, is not an administrator.`, remedy);
  } catch {
    return fail("The token is not a JWT.", remedy);
  }
}

async function deadLettersFinding({ outputs, token }: LocalSystem): Promise<Finding> {
  const { status, json } = await probe(`${outputs.api_url}/v1/ops/queues`, token);
  const list = queueList.safeParse(json);
  if (!list.success)
    return skipped(`The API answers ${status} to the request for its queues.`, "Look at token and api.");
  const { queues } = list.data;
  const dead = queues.filter(({ dlq_depth }) => dlq_depth > 0);
  if (dead.length === 0) return ok(`The dead-letter queues of all ${queues.length} queues are empty.`);
  return fail(
    `Dead letters: ${dead.map(({ name, dlq_depth }) => `${dlq_depth} of ${name}`).join(", ")}.`,
    `docs/runbook.md#dead-letters says how to find out why; npm run -s magpie -- queue redrive ${dead[0]?.name} has them tried again.`,
  );
}

/** The alarm on a silent schedule shows the schedule's runs; it has no data until its evaluation range has passed. */
async function schedulesFinding({ outputs, token }: LocalSystem): Promise<Finding> {
  const { status, json } = await probe(`${outputs.api_url}/v1/ops/alarms`, token);
  const list = alarmList.safeParse(json);
  if (!list.success) {
    return skipped(`The API answers ${status} to the request for its alarms.`, "Look at token, api and alarms.");
  }
  const watched = list.data.alarms.filter(({ name }) => name.endsWith(SILENT));
  const silent = watched.filter(({ state }) => state === "alarm").map(({ name }) => name.slice(0, -SILENT.length));
  if (silent.length > 0) {
    return fail(
      `Schedules that have not run: ${silent.join(", ")}.`,
      `curl -X POST -H "Authorization: Bearer $(npm run -s token -- --sub local-admin)" ${outputs.api_url}/_local/schedules/${silent[0]}/run starts one; the local system's output says what is wrong.`,
    );
  }
  const unknown = watched.filter(({ state }) => state !== "ok");
  if (unknown.length === watched.length) {
    return skipped(
      `It is too early to say whether the schedules run: ${outputs.schedules.join(", ")}.`,
      "Try again in some minutes.",
    );
  }
  const early = unknown.map(({ name }) => name.slice(0, -SILENT.length));
  const but = early.length === 0 ? "" : `; it is too early to say so of ${early.join(", ")}`;
  return ok(`${watched.length - unknown.length} schedules have run as they should${but}.`);
}

async function mailFinding({ outputs }: LocalSystem): Promise<Finding> {
  const { status, json } = await probe(`${outputs.mail.url}/store`, outputs.tokens.admin);
  const list = mailList.safeParse(json);
  if (status === 200 && list.success) return ok(`The mail store answers; ${list.data.emails.length} mails lie in it.`);
  return fail(`The mail store answers ${status}.`, "Start the local system anew with npm start.");
}
