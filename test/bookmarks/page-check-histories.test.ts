import fc from "fast-check";
import { expect, it } from "vitest";
import type { Finding } from "../../lambdas/bookmarks/domain/page-check.ts";
import { PAGE_CHECKS } from "../../lambdas/bookmarks/work/processing-message.ts";
import { lostAnswer } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { runs } from "../load.ts";
import { bookmarksWorld } from "./bookmarks-world.ts";
import type { SiteAnswers } from "./processing-world.ts";
import { fetchedPage, processingWorker, reader } from "./processing-world.ts";

capturedLog();

const DAY = 24 * 60 * MINUTE;

/** What happens while a check asks for the page. */
const MEANWHILE = ["nothing", "a change", "another run", "a reading", "a deletion"] as const;
const step = fc.record({
  days: fc.constantFrom(1, 7, 11, 24, 36),
  finding: fc.constantFrom<Finding>("there", "missing", "missing", "unproved"),
  meanwhile: fc.oneof({ weight: 3, arbitrary: fc.constant("nothing" as const) }, fc.constantFrom(...MEANWHILE)),
  /** The responses of writes are lost, so that the SDK sends each once more. */
  isForgetful: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const STATUSES: Readonly<Record<Finding, number>> = { there: 200, missing: 404, unproved: 503 };

/** A history in which a missing fence shows. */
const FIRST = { days: 36, finding: "missing", meanwhile: "a reading", isForgetful: false } as const;
const KNOWN: [Step[]][] = [[[FIRST, { days: 24, finding: "missing", meanwhile: "nothing", isForgetful: false }]]];

/** A client each of whose writes takes effect, loses its response, and is sent once more by the SDK. */
function losingClient(dynamo: TestDynamo) {
  let isRetry = false;
  return interceptedClient(dynamo, async ({ command }, forward) => {
    if (!/^(Update|Put)/.test(command) || isRetry) {
      isRetry = false;
      return forward();
    }
    await forward();
    isRetry = true;
    throw lostAnswer();
  });
}

/** Runs a history, and compares the bookmark with what the answers prove after each step. */
async function run(steps: readonly Step[]): Promise<void> {
  const dynamo = await startDynamo();
  try {
    const world = bookmarksWorld(dynamo);
    const forgetful = { ...bookmarksWorld({ client: losingClient(dynamo) }), clock: world.clock };
    const alice = reader(world, "alice");
    const there: SiteAnswers = ({ url }) => fetchedPage({ url: new URL(url) });
    const read = () => processingWorker(world, there).receive(alice.lastMessage());
    const { id } = await alice.save();
    await read();
    let expected: { missing: number | null; gone: number | null } = { missing: null, gone: null };
    let title = "A page";
    for (const { days, finding, meanwhile, isForgetful } of steps) {
      world.clock.forward(days * DAY);
      const now = world.clock.now().getTime();
      let asked = 0;
      const worker = processingWorker(isForgetful ? forgetful : world, async ({ url, method }) => {
        if (new URL(url).pathname === "/robots.txt") return fetchedPage({ status: 404 });
        asked += 1;
        if (asked === 1 && meanwhile === "a deletion") await alice.delete(id);
        if (asked === 1 && meanwhile === "a reading") {
          await alice.reprocess(id);
          await read();
        }
        if (asked === 1 && meanwhile === "another run") await processingWorker(world, there).receive(PAGE_CHECKS);
        if (asked === 1 && meanwhile === "a change") {
          title = `Changed ${now}`;
          await alice.send({ route: "PATCH /v1/bookmarks/{id}", params: { id }, body: { title } });
        }
        return fetchedPage({
          url: new URL(url),
          status: STATUSES[finding],
          ...(method === "HEAD" && { body: Buffer.of() }),
        });
      });
      await worker.receive(PAGE_CHECKS);
      const isOvertaken = asked > 0 && (meanwhile === "a reading" || meanwhile === "a deletion");
      if (isOvertaken || (asked > 0 && finding === "there")) expected = { missing: null, gone: null };
      else if (asked > 0 && finding === "missing") {
        const missing = expected.missing ?? now;
        expected = { missing, gone: now - missing >= 7 * DAY ? missing : expected.gone };
      }
      if (isOvertaken && meanwhile === "a deletion") {
        expect(await alice.send({ route: "GET /v1/bookmarks/{id}", params: { id } })).toMatchObject({ status: 404 });
        await alice.save();
        await read();
        title = "A page";
      }
      const shown = await alice.shown(id);
      const gone = expected.gone === null ? null : new Date(expected.gone).toISOString();
      expect([shown.status, shown.title, shown.gone_at]).toEqual(["done", title, gone]);
    }
  } finally {
    await dynamo.close();
  }
}

it("a page is gone exactly when the answers prove it, whatever happens during a check", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), run), {
    ...runs(32),
    examples: KNOWN,
  });
});
