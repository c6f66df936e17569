import { randomUUID } from "node:crypto";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { parseDeckUrl } from "../../lambdas/slides/deck-url.ts";
import { fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import { newStock } from "../../lambdas/slides/stock.ts";
import { stockTable } from "../../lambdas/slides/stock-table.ts";
import type { LoadedRunner } from "./loaded-runner.ts";
import { newDeck } from "./loaded-runner.ts";

const GRACE_MS = 60_000;

/** Saves new decks by the SDK alone, with the calls that the API makes; both cause the same work of the worker. */
export function bareSaves(runner: LoadedRunner): (client: number) => Promise<void> {
  const stocks = stockTable(runner.dynamo, runner.outputs.tables.stocks ?? "");
  return async (client) => {
    const url = newDeck();
    const deck = parseDeckUrl(url);
    if (!deck.ok) throw new Error(`${url}: ${deck.code}`);
    const [id, now] = [randomUUID(), new Date()];
    const owner = { userId: `bare-${client}`, memo: null, tags: [] };
    const fetch = { workId: randomUUID(), at: now, reconcileAt: new Date(now.getTime() + GRACE_MS) };
    const stock = newStock({ ...deck, originalUrl: url }, owner, { at: now, savedAt: null }, fetch);
    await stocks.create(stock, id);
    const MessageAttributes = { correlation_id: { DataType: "String", StringValue: id } };
    const QueueUrl = runner.outputs.queues["oembed-fetch"]?.url;
    const MessageBody = JSON.stringify(fetchMessageOf(stock));
    await runner.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageAttributes }));
  };
}
