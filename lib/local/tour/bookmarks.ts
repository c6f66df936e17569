import { randomUUID } from "node:crypto";
import type { Guide } from "./guide.ts";
import { countDeadLetters, expect } from "./guide.ts";

const QUEUE = "bookmark-processing";

interface Bookmark {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly tags: readonly string[];
  readonly summary_by: string | null;
  readonly error_message: string | null;
}

interface FailedJob {
  readonly id: string;
  readonly bookmark_id: string;
}

/** Bookmarks: saved once however often they are sent, read in the background, and reprocessed after a site was down. */
export async function tourBookmarks(guide: Guide): Promise<void> {
  const { member, admin, sites, narrate, until, run } = guide;
  const save = (url: string, key: string) =>
    member<Bookmark>("POST", "/v1/bookmarks", { url, created_from: "web" }, { "idempotency-key": key });
  const settled = (id: string) =>
    until(`bookmark ${id} is done or failed`, async () => {
      const { body } = await member<Bookmark>("GET", `/v1/bookmarks/${id}`);
      return body.status === "done" || body.status === "failed" ? body : undefined;
    });

  narrate("Bookmarks: a phone with a bad connection sends the same page three times.");
  const url = `https://blog.example/${run}/tree-sparrows`;
  const key = randomUUID();
  const answers = await Promise.all([save(url, key), save(url, key), save(url, key)]);
  const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)));
  expect(bodies.size === 1 && answers.every(({ status }) => status === 201), "all get the first answer", answers);
  narrate("  Three times the same 201, under one Idempotency-Key: one bookmark.");
  const again = await save(`${url}?utm_source=mail#comments`, randomUUID());
  expect(again.status === 200, "the same page under another key is the same bookmark", again);
  narrate(
    "  Once more from another device, with another key and a tracking parameter: 200, the bookmark that is there.",
  );

  const done = await settled(again.body.id);
  expect(done.status === "done" && done.title !== null && done.summary !== null, "it is read and summarised", done);
  narrate(`  ${done.url}`);
  narrate(`    → ${done.title} [${done.tags.join(", ")}]`);
  narrate(`    → ${done.summary} (${done.summary_by})`);

  narrate("Now the site is down.");
  const path = `/${run}/on-a-bad-day`;
  sites.breakDown(path, 503);
  const lettersBefore = await countDeadLetters(guide, QUEUE);
  const broken = await settled((await save(`https://blog.example${path}`, randomUUID())).body.id);
  expect(broken.status === "failed", "after the last attempt the bookmark is failed", broken);
  await until("one more dead letter", async () =>
    (await countDeadLetters(guide, QUEUE)) === lettersBefore + 1 ? true : undefined,
  );
  narrate(`  ${sites.requestCount(path)} attempts, then: failed, one message in ${QUEUE}-dlq.`);
  narrate(`    → ${broken.error_message}`);

  sites.recover();
  const jobs = await admin<{ failed_jobs: readonly FailedJob[] }>("GET", "/v1/failed-jobs?retryable=true");
  const job = jobs.body.failed_jobs.find(({ bookmark_id }) => bookmark_id === broken.id);
  const retry = await admin("POST", `/v1/failed-jobs/${job?.id}/retry`);
  expect(retry.status === 202, "the retry of the failed job is accepted", retry);
  const retried = await settled(broken.id);
  expect(retried.status === "done", "the retry ends well", retried);
  const redrive = await admin("POST", `/v1/ops/queues/${QUEUE}/redrive`);
  expect(redrive.status === 202, "the redrive is accepted", redrive);
  await until("no dead letter", async () => ((await countDeadLetters(guide, QUEUE)) === 0 ? true : undefined));
  const unchanged = await settled(broken.id);
  expect(JSON.stringify(unchanged) === JSON.stringify(retried), "a late dead letter changes nothing", unchanged);
  narrate(
    "  The site is back, an administrator retries the failed job: done. The old dead letter, redriven, changes nothing.",
  );
}
