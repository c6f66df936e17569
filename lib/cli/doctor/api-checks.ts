import * as z from "zod/mini";
import type { Finding } from "./check.ts";
import { fail, ok, skipped, warn } from "./check.ts";
import { sentence } from "./finding-of-error.ts";
import type { ProbeResult } from "./probe.ts";
import { probe, probeHost } from "./probe.ts";

/** A system's addresses and the token for its API. A value that must be looked up first is a promise. */
export interface CheckedSystem {
  readonly apiUrl: () => Promise<string>;
  readonly siteUrl: () => Promise<string>;
  /** The server that serves the site by its `Host`, where the site's host name does not resolve to it. */
  readonly siteServer?: string;
  /** Undefined when there is none. */
  readonly token: string | undefined;
  /** How to get a token that the API accepts. */
  readonly betterToken: string;
  /** The remedy when there is no answer. */
  readonly whenSilent: string;
  /** The command line for this system, e.g. `magpie --stage prod`. */
  readonly called: string;
}

const ownHealth = z.object({ status: z.literal("ok") });
const refusal = z.object({ code: z.string() });
const siteInfo = z.object({ site: z.object({ title: z.nullish(z.string()) }) });
const alarmList = z.object({
  alarms: z.array(z.object({ name: z.string(), state: z.string(), impact: z.string(), runbook: z.string() })),
});

/** Whether the API answers public requests. */
export async function checkApi(system: CheckedSystem): Promise<Finding> {
  const url = await system.apiUrl();
  const health = `${url}/v1/health`;
  return answering(
    url,
    health,
    await readOrSilence(probe(health)),
    system,
    ({ json }) => ownHealth.safeParse(json).success,
  );
}

/** Whether the site answers, and routes its dynamic paths to the API. */
export async function checkOwnSite(system: CheckedSystem): Promise<Finding> {
  const url = await system.siteUrl();
  // A path of the site that the API answers, so that the check covers both.
  const address = new URL("/members/api/site/", url).href;
  const { host, pathname } = new URL(address);
  const { siteServer } = system;
  const probed = await readOrSilence(siteServer === undefined ? probe(address) : probeHost(siteServer, host, pathname));
  return answering(url, address, probed, system, ({ json }) => siteInfo.safeParse(json).success);
}

/** Whether a mention that is sent to the site reaches the API as a form. The API refuses this one. */
export async function checkWebmention(system: CheckedSystem): Promise<Finding> {
  const site = new URL("/", await system.siteUrl()).href;
  const form = new URLSearchParams({ source: site, target: site });
  const probed = await readOrSilence(probe(new URL("/webmentions", site).href, undefined, form));
  if ("silence" in probed) return fail(`${site} does not answer: ${probed.silence}`, system.whenSilent);
  const { success, data } = refusal.safeParse(probed.json);
  if (success && data.code === "same_source_and_target") return ok("The site passes mentions to the API.");
  return fail(
    `The site answers ${probed.status}${success ? ` ${data.code}` : ""} to a mention that the API refuses.`,
    "Compare CloudFront's origin request policy with ToApi in lib/site.ts: the API needs Content-Type. Deploy again.",
  );
}

function answering(
  name: string,
  url: string,
  probed: ProbeResult | Silence,
  { whenSilent }: CheckedSystem,
  isOurs: (probed: ProbeResult) => boolean,
): Finding {
  if ("silence" in probed) return fail(`${name} does not answer: ${probed.silence}`, whenSilent);
  if (probed.status === 200 && isOurs(probed)) return ok(`${name} answers.`);
  return fail(
    `${url} answers ${probed.status}${probed.status === 200 ? " with something that is not Magpie's" : ""}.`,
    "Look into the logs of the API's functions; docs/runbook.md#api-5xx says where.",
  );
}

/** Why there was no answer. */
interface Silence {
  readonly silence: string;
}

async function readOrSilence(probed: Promise<ProbeResult>): Promise<ProbeResult | Silence> {
  try {
    return await probed;
  } catch (error) {
    const { message, cause } = error as Error;
    return { silence: sentence(cause instanceof Error ? cause.message || message : message) };
  }
}

/** Whether the API accepts the token as an administrator's. */
export async function checkToken(system: CheckedSystem): Promise<Finding> {
  const { token, betterToken, whenSilent } = system;
  if (token === undefined) return skipped("There is no token.", betterToken);
  const probed = await readOrSilence(probe(`${await system.apiUrl()}/v1/ops/queues`, token));
  if ("silence" in probed) return fail(`The API does not answer: ${probed.silence}`, whenSilent);
  if (probed.status === 200) return ok("The API accepts the token as an administrator's.");
  if (probed.status === 401) return fail("The API rejects the token.", betterToken);
  if (probed.status === 403) return warn("The API accepts the token, but it is not an administrator's.", betterToken);
  return fail(`The API answers ${probed.status}.`, "docs/runbook.md#api-5xx names the next steps.");
}

/** The stack's alarms that have fired, from the API. */
export async function checkAlarms(system: CheckedSystem): Promise<Finding> {
  const { token, betterToken, called } = system;
  if (token === undefined) return skipped("The alarms were not requested without a token.", betterToken);
  const probed = await readOrSilence(probe(`${await system.apiUrl()}/v1/ops/alarms`, token));
  if ("silence" in probed) return fail(`The API does not answer: ${probed.silence}`, system.whenSilent);
  if (probed.status === 401 || probed.status === 403) {
    return skipped("The API does not show the alarms to this token.", betterToken);
  }
  const list = alarmList.safeParse(probed.json);
  if (probed.status !== 200 || !list.success) {
    return fail(
      `The API answers ${probed.status} to the request for its alarms.`,
      "Look into the log of the function operations-api; docs/runbook.md#api-5xx helps.",
    );
  }
  const { alarms } = list.data;
  const ringing = alarms.filter(({ state }) => state === "alarm");
  if (ringing.length === 0) return ok(`None of ${alarms.length} alarms is firing.`);
  return fail(
    `${ringing.length} of ${alarms.length} alarms ring: ${ringing.map(({ name }) => name).join(", ")}.`,
    `${ringing.map(({ runbook }) => runbook).join(", ")}; ${called} alarm ls --ringing says what users notice.`,
  );
}
