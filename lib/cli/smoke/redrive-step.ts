import type { WebmentionReceiveMessage } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import type { Finding } from "../doctor/check.ts";
import { fail, ok } from "../doctor/check.ts";
import { plantDeadLetter } from "./dead-letters.ts";
import { MARK } from "./marks.ts";
import { backlog, queueDepths } from "./queue-depths.ts";
import type { SmokedSystem } from "./smoked-system.ts";

const QUEUE = "webmention-receive";
/** For a mention that does not exist: the worker only reads the table. */
const LETTER: WebmentionReceiveMessage = { schemaVersion: 1, mentionId: MARK, requestId: MARK };

/** SQS's counts may be up to a minute late. */
const PATIENCE_MS = 90_000;

/** Puts a message into a dead-letter queue, redrives it through the API, and waits until the worker has processed it. */
export async function redriveLetter(system: SmokedSystem): Promise<Finding> {
  const { client, wait } = system;
  const runbook = "docs/runbook.md#dead-letters";
  const before = await queueDepths(QUEUE, system);
  if (before.dlq_depth > 0) {
    return fail(`${before.dlq_depth} dead letters of ${QUEUE} are there already; none was redriven.`, `${runbook}.`);
  }
  await plantDeadLetter(QUEUE, LETTER, system);
  const planted = await wait.until(async (signal) => {
    const { dlq_depth } = await queueDepths(QUEUE, system, { signal });
    return dlq_depth > 0 ? true : undefined;
  }, PATIENCE_MS);
  if (!planted) {
    return fail(
      "The API does not count the dead letter that was planted.",
      "docs/runbook.md#how-to-redrive-dead-letters shows the queues of AWS beside those of the API.",
    );
  }
  await client.queues.redrive(QUEUE);
  const processed = await wait.until(async (signal) => {
    const { depth, in_flight, dlq_depth } = await queueDepths(QUEUE, system, { signal });
    return depth + in_flight + dlq_depth === 0 ? true : undefined;
  }, PATIENCE_MS);
  if (processed) return ok(`A dead letter of ${QUEUE} was redriven, and its worker has processed it.`);
  return fail(
    `After ${PATIENCE_MS / 1_000} s the redriven letter is not processed; ${await backlog(QUEUE, system)}.`,
    `docs/runbook.md#queues-stuck if its worker does not run, else ${runbook}.`,
  );
}
