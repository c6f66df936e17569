import type { Message } from "@aws-sdk/client-sqs";
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { EgressMap } from "../../lib/local/egress/egress-map.ts";
import { TokenIssuer } from "../../lib/local/gateway/token-issuer.ts";
import type { Outputs } from "../../lib/local/outputs.ts";
import type { SiteRequest } from "../../lib/local/sites/simulated-site.ts";
import type { SlideSites } from "../../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../../lib/local/sites/slide-sites.ts";
import { ApiClient } from "./api-client.ts";
import { clientOptions } from "./client-options.ts";
import { startTestRunner } from "./runner-of-tests.ts";
import { temporaryFolder } from "./temporary-folders.ts";
import { until } from "./until.ts";

/** A queue of a runner and its dead letters, through the SDK, like an operator. */
export class Queue {
  readonly #sqs: SQSClient;
  readonly url: string;
  readonly deadLettersUrl: string;

  constructor(outputs: Outputs, name = "oembed-fetch") {
    const queue = outputs.queues[name];
    if (queue?.dlq_url === undefined) throw new Error(`outputs name no ${name}`);
    this.#sqs = sqsOf(outputs);
    this.url = queue.url;
    this.deadLettersUrl = queue.dlq_url;
  }

  async send(body: string): Promise<void> {
    await this.#sqs.send(new SendMessageCommand({ QueueUrl: this.url, MessageBody: body }));
  }

  /**
   * Waits until no message is visible, delayed or in flight, so that no further dead letter can follow. That is one
   * call of SQS; `GET /v1/ops/queues` makes one for every queue.
   */
  async idle(): Promise<void> {
    await until(
      "the queue is idle",
      async () => {
        const AttributeNames = [
          "ApproximateNumberOfMessages",
          "ApproximateNumberOfMessagesDelayed",
          "ApproximateNumberOfMessagesNotVisible",
        ] as const;
        const command = new GetQueueAttributesCommand({ QueueUrl: this.url, AttributeNames: [...AttributeNames] });
        const { Attributes } = await this.#sqs.send(command);
        return AttributeNames.map((name) => Number(Attributes?.[name]));
      },
      (counts) => counts.every((count) => count === 0),
    );
  }

  /** The dead letters; they stay in the queue. */
  async deadLetters(): Promise<Message[]> {
    const { Messages = [] } = await this.#sqs.send(
      new ReceiveMessageCommand({ QueueUrl: this.deadLettersUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
    );
    return Messages;
  }

  async dropDeadLetters(): Promise<void> {
    for (;;) {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({ QueueUrl: this.deadLettersUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) return;
      for (const { ReceiptHandle } of Messages) {
        await this.#sqs.send(new DeleteMessageCommand({ QueueUrl: this.deadLettersUrl, ReceiptHandle }));
      }
    }
  }
}

/** The real SQS client, connected to a runner with the operator's credentials. */
export function sqsOf(outputs: Outputs): SQSClient {
  return new SQSClient(clientOptions(outputs, outputs.sqs_endpoint));
}

interface Parts {
  readonly sites: SlideSites;
  readonly outputs: Outputs;
  readonly dataFolder: string;
  readonly tokens: TokenIssuer;
  close(): Promise<void>;
}

/**
 * @param egressMap the origins of further sites
 * @param secrets by name, e.g. the key of a simulated Google Books
 */
export async function startParts(egressMap: EgressMap, secrets: ReadonlyMap<string, string>): Promise<Parts> {
  const folder = temporaryFolder();
  const sites = await startSlideSites();
  const all = { ...sites.egressMap, ...egressMap };
  const runner = await startTestRunner({ dataFolder: folder.path, egressMap: all, secrets });
  return {
    sites,
    outputs: runner.outputs,
    dataFolder: folder.path,
    tokens: await TokenIssuer.open(folder.path),
    async close() {
      await runner.stop();
      await sites.close();
      folder.remove();
    },
  };
}

/** The whole system in this process, with simulated slide sites. */
export class System {
  readonly sites: SlideSites;
  readonly outputs: Outputs;
  readonly queue: Queue;
  readonly admin: ApiClient;
  readonly dataFolder: string;
  readonly #parts: Parts;
  #users = 0;

  protected constructor(parts: Parts, queue?: string) {
    this.sites = parts.sites;
    this.outputs = parts.outputs;
    this.queue = new Queue(parts.outputs, queue);
    this.admin = new ApiClient(parts.outputs.api_url, parts.outputs.tokens.admin);
    this.dataFolder = parts.dataFolder;
    this.#parts = parts;
  }

  /** With further sites and secrets. */
  static async start(egressMap: EgressMap = {}, secrets: ReadonlyMap<string, string> = new Map()): Promise<System> {
    return new System(await startParts(egressMap, secrets));
  }

  /** Ends everything. */
  close(): Promise<void> {
    return this.#parts.close();
  }

  get api(): string {
    return this.outputs.api_url;
  }

  /** The address that lets a browser in. */
  get consoleUrl(): string {
    return this.outputs.console.url;
  }

  token(sub: string, groups: readonly string[] = [], expiresInSeconds = 3_600): Promise<string> {
    return this.#parts.tokens.sign({ sub, groups, expiresInSeconds });
  }

  /** The token of a user that no other test uses: items of other tests are not its own. */
  newToken(): Promise<string> {
    this.#users += 1;
    return this.token(`user-${this.#users}`);
  }

  async newUser(): Promise<ApiClient> {
    return new ApiClient(this.api, await this.newToken());
  }

  /** How often a deck was requested from the sites. */
  fetches(url: string): SiteRequest[] {
    return this.sites.requests(isRequestFor(url));
  }
}

/**
 * Requests for the metadata of the deck with this canonical address: at the oEmbed endpoints, or for a Google deck's own
 * page. The page of another deck is asked for its picture.
 */
export function isRequestFor(url: string): (request: SiteRequest) => boolean {
  const { host, pathname } = new URL(url);
  const isPage = host === "docs.google.com";
  return (request) =>
    request.query.get("url") === url || (isPage && request.host === host && request.path === pathname);
}
