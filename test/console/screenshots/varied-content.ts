import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { clientOptions } from "../../local/client-options.ts";
import type { PopulatedSystem } from "../populated-system.ts";

/** Items of a table that are written at once. */
const BATCH = 25;
const HOUR_MS = 3_600_000;
const LONG =
  "How a very long title of a page behaves when its author did not stop at the second line, nor at the third, but went on about hedges and sparrows";
/** Of short, long, missing, Japanese, right-to-left and unbreakable titles. */
const TITLES = [
  "A hedge",
  LONG,
  null,
  "冬の生け垣に来る鳥たちと、その餌についての長い長い記録:ムクドリ、スズメ、ミソサザイを中心に",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "مقالة عن الطيور في الشتاء",
];
const HOSTS = ["blog.example", "www.a-rather-long-hostname-for-a-weblog.example", "例え.example"];
const TAGS = [["hedge"], [], ["read later", "a-tag-that-is-longer-than-most-of-the-others"], ["鳥", "冬"]];

/** Adds a thousand bookmarks, sixty decks, a product and sites to a populated system, as different as those of people are. */
export async function addVariedContent({ system, name, client }: PopulatedSystem): Promise<void> {
  const { tables, dynamodb_endpoint } = system.outputs;
  const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(system.outputs, dynamodb_endpoint)));
  // Saving a thousand would read as many pages: these are copies of those that were read, or could not be.
  const copyItems = async (table: string | undefined, count: number) => {
    const { Items = [] } = await dynamo.send(new ScanCommand({ TableName: String(table) }));
    const items = Items.filter(({ user_id: user, status }) => user === name && status !== undefined);
    const copies = Array.from({ length: count }, (_, at) => varied(items[at % items.length] ?? {}, at));
    for (let from = 0; from < count; from += BATCH) {
      const puts = copies.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
      await dynamo.send(new BatchWriteCommand({ RequestItems: { [String(table)]: puts } }));
    }
  };
  await copyItems(tables.bookmarks, 1_000);
  await copyItems(tables.stocks, 60);
  await client.products.create({ name: LONG, crawl: { keyword: "lens" } });
  for (const [at, title] of [LONG, "冬の生け垣", "A hedge"].entries()) {
    await client.recommendations.create({
      title,
      url: `https://${HOSTS[at]}/a/long/path/to/the/weblog/of/somebody/`,
      ...(at === 0 ? {} : { description: "What I read each week." }),
    });
  }
}

/** A copy of a stored item under an address, a title and tags of its own; older than what it is copied from. */
function varied(item: Record<string, unknown>, at: number): Record<string, unknown> {
  // Not among the failed jobs, whose screen shows the one that it is found by.
  const { failed_partition: _partition, failed_job_id: _job, ...copied } = item;
  const title = item.status === "failed" ? null : TITLES[at % TITLES.length];
  const url = `https://${HOSTS[at % HOSTS.length]}/posts/${at}`;
  return {
    ...copied,
    id: randomUUID(),
    ...("page_title" in item ? { url, page_title: title } : { title }),
    tags: TAGS[at % TAGS.length],
    unread: at % 3 !== 0,
    starred: at % 7 === 0,
    created_at: new Date(Date.now() - (at + 1) * HOUR_MS).toISOString(),
    updated_at: new Date().toISOString(),
  };
}
