import type { HttpAnswer } from "../../emulators/http-event.ts";
import type { WireRecommendation } from "../../recommendations/recommendations-world.ts";
import { publisher } from "../../recommendations/recommendations-world.ts";
import { judgeReceived } from "./announcements.ts";
import { announced, blocking, listed } from "./listed.ts";
import type { EndOfMentions, ShownMention } from "./mention-log.ts";
import type { Seen } from "./seen.ts";
import { keyOf } from "./state.ts";
import type { Host } from "./steps.ts";
import { SITES, SOURCES } from "./steps.ts";
import type { RecommendationsSystem } from "./system.ts";

/** More than a history can have of anything. */
const ALL = 100;

/**
 * The list of the API, the published one, and the counts.
 *
 * @param edition of every site, which the daily refresh has read
 * @returns what the API lists
 */
export async function judgeDirectory(
  { states, clicks }: Seen,
  { services, document }: RecommendationsSystem,
  edition: number,
): Promise<readonly WireRecommendation[]> {
  const query = { limit: String(ALL), include: "count.clicks" };
  const shown: readonly WireRecommendation[] = body(await publisher(services).list(query)).recommendations;
  states.happened([listed(shown)], () => `the list: ${JSON.stringify(shown)}`);
  const rows = shown.map(({ url, created_at, updated_at }) => ({
    url,
    updated_at: updated_at ?? created_at,
    created_at,
  }));
  const published = document() ?? "[]";
  if (inOrder(JSON.parse(published)) !== inOrder(rows))
    throw new Error(`${published} is published, and the list is ${JSON.stringify(rows)}.`);
  for (const { id, excerpt, count } of shown) {
    clicks.judge(id, count?.clicks ?? 0);
    if (excerpt !== `edition ${edition}`) throw new Error(`${id} has ${excerpt}, and its site edition ${edition}.`);
  }
  return shown;
}

/** The deliveries, and what the sites received. */
export async function judgeDeliveries(
  seen: Seen,
  { services, attempts, received }: RecommendationsSystem,
): Promise<void> {
  const { items } = await services.deliveries.page(undefined, { limit: ALL });
  const ids = items.map(({ recommendationId }) => recommendationId);
  seen.states.happened([announced(ids)], () => `deliveries of ${ids}`);
  seen.announcements.judge(items, attempts, seen);
  judgeReceived(received, seen.acts);
}

/** The mentions, the blocked hosts, and the numbers of mentions. */
export async function judgeMentions(
  { states, mentions }: Seen,
  { services }: RecommendationsSystem,
  end: EndOfMentions,
) {
  const api = publisher(services);
  const blocked: readonly { host: Host }[] = body(await api.blockedHosts()).blocked_hosts;
  const hosts = blocked.map(({ host }) => host);
  states.happened([blocking(hosts)], () => `the blocked hosts: ${hosts}`);
  const shown: readonly ShownMention[] = body(await api.mentions({ limit: String(ALL) })).mentions;
  mentions.judge(shown, hosts, end);
  const stored = new Map<string, number>();
  for await (const { host } of services.mentions.entries())
    for (const counter of [host, "all"]) stored.set(counter, (stored.get(counter) ?? 0) + 1);
  const counts = await services.mentionCounts.counts();
  if (inOrder([...counts]) !== inOrder([...stored]))
    throw new Error(`The counts are ${inOrder([...counts])}, and stored are ${inOrder([...stored])}.`);
}

/** The sites that recommend us, beside those that we recommend. */
export async function judgeIncoming(
  { services }: RecommendationsSystem,
  recommended: readonly WireRecommendation[],
): Promise<void> {
  const api = publisher(services);
  const verified: readonly ShownMention[] = body(await api.mentions({ status: "verified", hidden: "false" })).mentions;
  const incoming: readonly { recommending_back: boolean }[] = body(await api.incoming()).recommendations;
  const isListed = verified.some(({ source }) => source === SOURCES[0]);
  const back = recommended.some(({ url }) => keyOf(url) === keyOf(SITES[0]));
  if (incoming.length !== Number(isListed) || incoming.some((one) => one.recommending_back !== back))
    throw new Error(`${JSON.stringify(incoming)} recommend us; we recommend ${JSON.stringify(recommended)}.`);
}

/** The notice of the site that recommends us: one if its list was ever verified, and none of the ordinary page. */
export async function judgeNotices({ services, looks, notices }: RecommendationsSystem): Promise<void> {
  const made = await notices();
  const { items: all } = await services.mentions.list({}, { limit: ALL }, () => true);
  const isVerified = all.some(({ source, verifiedAt }) => source.href === SOURCES[0] && verifiedAt !== null);
  const wasFound = looks.some(({ source, isFound }) => source === SOURCES[0] && isFound);
  if (made.length > 1 || (isVerified && made.length === 0) || (made.length > 0 && !wasFound))
    throw new Error(`The notices are ${JSON.stringify(made)}, and the mentions ${JSON.stringify(all)}.`);
}

// biome-ignore lint/suspicious/noExplicitAny: the routes' answers have different fields.
function body({ status, body }: HttpAnswer): any {
  if (status !== 200) throw new Error(`A list was answered ${status}.`);
  return body;
}

function inOrder(rows: readonly unknown[]): string {
  return rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join("\n");
}
