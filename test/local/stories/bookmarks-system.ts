import type { Message } from "@aws-sdk/client-sqs";
import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import type * as z from "zod/mini";
import type { bookmarkSchema } from "../../../lambdas/bookmarks/http/bookmark-answer.ts";
import type { failedJobSchema } from "../../../lambdas/bookmarks/http/failed-job-answer.ts";
import type { EgressMap } from "../../../lib/local/egress/egress-map.ts";
import { TokenIssuer } from "../../../lib/local/gateway/token-issuer.ts";
import { readLocalOptions } from "../../../lib/local/options.ts";
import type { Outputs } from "../../../lib/local/outputs.ts";
import { startRunner } from "../../../lib/local/runner.ts";
import type { QueuesAnswer, Reply } from "../api-client.ts";
import { ApiClient } from "../api-client.ts";
import { sqsOf, TIME_SCALE, temporaryFolder } from "../system.ts";
import { until } from "../until.ts";

const QUEUE = "bookmark-processing";

/** A bookmark in an answer. */
export type BookmarkAnswer = z.output<typeof bookmarkSchema>;
/** A failed job in an answer. */
export type FailedJobAnswer = z.output<typeof failedJobSchema>;

/** A user of bookmarks. */
export class BookmarksClient extends ApiClient {
  /** Saves a page. */
  saved(url: string): Promise<Reply<BookmarkAnswer>> {
    return this.call("POST", "/v1/bookmarks", { url });
  }

  async bookmark(id: string): Promise<BookmarkAnswer> {
    const reply = await this.call<BookmarkAnswer>("GET", `/v1/bookmarks/${id}`);
    if (reply.status !== 200) throw new Error(`GET ${id}: ${reply.status} ${reply.text}`);
    return reply.body;
  }

  /** The bookmark as soon as it is in one of these states. */
  async bookmarkIn(id: string, ...statuses: readonly BookmarkAnswer["status"][]): Promise<BookmarkAnswer> {
    return until(
      `bookmark ${id} is ${statuses.join(" or ")}`,
      () => this.bookmark(id),
      ({ status }) => statuses.includes(status),
    );
  }
}

/** The whole system in this process with the test's simulated sites, as a user of bookmarks sees it. */
export class BookmarksSystem {
  readonly outputs: Outputs;
  readonly admin: ApiClient;
  readonly #deadLettersUrl: string;
  readonly #tokens: TokenIssuer;
  readonly #close: () => Promise<void>;
  #users = 0;

  private constructor(outputs: Outputs, tokens: TokenIssuer, close: () => Promise<void>) {
    const dlqUrl = outputs.queues[QUEUE]?.dlq_url;
    if (dlqUrl === undefined) throw new Error(`outputs name no ${QUEUE}`);
    this.outputs = outputs;
    this.admin = new ApiClient(outputs.api_url, outputs.tokens.admin);
    this.#deadLettersUrl = dlqUrl;
    this.#tokens = tokens;
    this.#close = close;
  }

  static async start(egressMap: EgressMap): Promise<BookmarksSystem> {
    const folder = temporaryFolder();
    const options = readLocalOptions({
      PORT: "0",
      MAGPIE_DATA_DIR: folder.path,
      MAGPIE_EGRESS_MAP: JSON.stringify(egressMap),
      MAGPIE_TIME_SCALE: String(TIME_SCALE),
    });
    // Without schedules: reconcile would take a page that a busy machine has not read within the scaled grace period
    // for a lost one, and have it fetched once more.
    const runner = await startRunner({ ...options, schedules: false, watch: false, say: () => undefined });
    return new BookmarksSystem(runner.outputs, await TokenIssuer.open(folder.path), async () => {
      await runner.stop();
      folder.remove();
    });
  }

  /** Ends everything. */
  close(): Promise<void> {
    return this.#close();
  }

  /** A user that no other test uses. */
  async newUser(): Promise<BookmarksClient> {
    this.#users += 1;
    const token = await this.#tokens.sign({ sub: `user-${this.#users}`, groups: [], expiresInSeconds: 3_600 });
    return new BookmarksClient(this.outputs.api_url, token);
  }

  /** The bookmarks' queue as operators see it. */
  async queue(): Promise<QueuesAnswer["queues"][number]> {
    const { body } = await this.admin.call<QueuesAnswer>("GET", "/v1/ops/queues");
    const queue = body.queues.find(({ name }) => name === QUEUE);
    if (queue === undefined) throw new Error(`no queue ${QUEUE}`);
    return queue;
  }

  /** Waits until nothing is pending, so that no further dead letter can follow. */
  async queueIsIdle(): Promise<void> {
    await until(
      "the queue is idle",
      () => this.queue(),
      ({ depth, in_flight }) => depth + in_flight === 0,
    );
  }

  /** Starts the redrive of the dead letters. */
  redrive(): Promise<Reply<unknown>> {
    return this.admin.call("POST", `/v1/ops/queues/${QUEUE}/redrive`);
  }

  /** Sends a message by hand. */
  async send(body: object): Promise<void> {
    const QueueUrl = this.outputs.queues[QUEUE]?.url;
    await sqsOf(this.outputs).send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(body) }));
  }

  /** The bodies of the dead letters, parsed; the letters stay in the queue. */
  async deadLetters(): Promise<unknown[]> {
    return (await this.#receiveDeadLetters(0)).map(({ Body }) => JSON.parse(Body ?? ""));
  }

  async dropDeadLetters(): Promise<void> {
    for (const { ReceiptHandle } of await this.#receiveDeadLetters(60)) {
      await sqsOf(this.outputs).send(new DeleteMessageCommand({ QueueUrl: this.#deadLettersUrl, ReceiptHandle }));
    }
  }

  async failedJobs(retryable?: boolean): Promise<readonly FailedJobAnswer[]> {
    const query = retryable === undefined ? "" : `&retryable=${retryable}`;
    const { body } = await this.admin.call<{ failed_jobs: FailedJobAnswer[] }>(
      "GET",
      `/v1/failed-jobs?limit=100${query}`,
    );
    return body.failed_jobs;
  }

  async #receiveDeadLetters(VisibilityTimeout: number): Promise<Message[]> {
    const { Messages = [] } = await sqsOf(this.outputs).send(
      new ReceiveMessageCommand({ QueueUrl: this.#deadLettersUrl, MaxNumberOfMessages: 10, VisibilityTimeout }),
    );
    return Messages;
  }
}
