import type { Finding } from "../doctor/check.ts";
import { fail, ok } from "../doctor/check.ts";
import { MARK } from "./marks.ts";
import { backlog } from "./queue-depths.ts";
import type { SmokedSystem } from "./smoked-system.ts";

/** A deck that has existed for years; the doctor reads it, too. */
const DECK = "https://speakerdeck.com/jnunemaker/atom";
/** IANA's page for examples. */
const PAGE = "https://example.com/";

/** Longer than a cold start and a slow site take; a site that fails is requested again after 20 s and after 60 s. */
const PATIENCE_MS = 90_000;

/** Saves a slide deck, and waits for its metadata. */
export async function saveDeck(system: SmokedSystem): Promise<Finding> {
  const { client, wait, called } = system;
  let created = false;
  const { id } = await client.stocks.save(
    { url: DECK, tags: [MARK] },
    {
      onCreated: (isNew) => {
        created = isNew;
      },
    },
  );
  if (!created) return savedBefore(DECK);
  const stock = await wait.until(async (signal) => {
    const seen = await client.stocks.get(id, { signal });
    return seen.status === "pending" ? undefined : seen;
  }, PATIENCE_MS);
  if (stock === undefined) return stillPending("deck", "oembed-fetch", system);
  if (stock.status === "ready") return ok(`Speaker Deck's deck is ready: ${stock.title}.`);
  return fail(
    `The deck failed (${stock.failure?.code}): Speaker Deck did not answer, or not as known.`,
    `${called} doctor --live requests Speaker Deck and says what is wrong.`,
  );
}

/** Saves a page, and waits for its text and its summary. */
export async function saveBookmark(system: SmokedSystem): Promise<Finding> {
  const { client, wait } = system;
  let created = false;
  const { id } = await client.bookmarks.save(
    { url: PAGE, tags: [MARK], created_from: "api" },
    {
      onCreated: (isNew) => {
        created = isNew;
      },
    },
  );
  if (!created) return savedBefore(PAGE);
  const bookmark = await wait.until(async (signal) => {
    const seen = await client.bookmarks.get(id, { signal });
    return seen.status === "done" || seen.status === "failed" ? seen : undefined;
  }, PATIENCE_MS);
  if (bookmark === undefined) return stillPending("bookmark", "bookmark-processing", system);
  if (bookmark.status === "done") return ok(`${PAGE} is read: ${bookmark.title}.`);
  return fail(
    `The bookmark failed (${bookmark.error_code}): ${bookmark.error_message}`,
    `Open ${PAGE} in a browser; if it is there, docs/runbook.md#dead-letters.`,
  );
}

function savedBefore(url: string): Finding {
  return fail(
    `The user of MAGPIE_TOKEN has saved ${url}, so that nothing new was to be seen.`,
    "Set MAGPIE_TOKEN to the token of a user who saves nothing.",
  );
}

/** The queue shows the cause: a message in flight waits for its site, a visible one for its worker. */
async function stillPending(noun: string, queue: string, system: SmokedSystem): Promise<Finding> {
  return fail(
    `The ${noun} was still pending after ${PATIENCE_MS / 1_000} s; ${await backlog(queue, system)}.`,
    `docs/runbook.md#queues-stuck if its worker does not run; a message that is in flight waits for its site.`,
  );
}
