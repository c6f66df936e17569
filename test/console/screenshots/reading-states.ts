import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { clientOptions } from "../../local/client-options.ts";
import { until } from "../../local/until.ts";
import type { PopulatedSystem } from "../populated-system.ts";

const DAY_MS = 86_400_000;

/**
 * Brings bookmarks into the states that a person, the extension or time bring about after the save: one is begun, one is gone, one
 * was read from the browser.
 *
 * @returns the path of each one's text, by the name of its picture
 */
export async function bringReadingStates(populated: PopulatedSystem): Promise<Readonly<Record<string, string>>> {
  const { client } = populated;
  const { bookmarks } = await client.bookmarks.list();
  const [gone, begun, shown] = bookmarks.filter(({ status }) => status === "done").map(({ id }) => id);
  if (gone === undefined || begun === undefined || shown === undefined) throw new Error("Three pages have to be read");
  await client.bookmarks.sendPage(shown, { bytes: pageAsSeen(), isGzip: false });
  await until(
    "the page that was sent has been read",
    () => client.bookmarks.get(shown),
    (bookmark) => bookmark.read_from === "browser",
  );
  await client.bookmarks.setPlace(begun, { block: 1, offset: 0, progress: 0.4, at: new Date().toISOString() });
  await setGone(populated, gone);
  return { "text-begun": textOf(begun), "text-gone": textOf(gone), "text-from-browser": textOf(shown) };
}

const textOf = (id: string) => `/app/bookmarks/${id}/read`;

/** A page of a length that takes some minutes to read. */
function pageAsSeen(): Uint8Array<ArrayBuffer> {
  const paragraph =
    "Behind the login the hedge is the same: hawthorn, rowan and a wren that sings before the frost. ".repeat(8);
  return new TextEncoder().encode(
    `<!doctype html><title>Hawthorn and rowan, as the browser shows it</title><article><h1>Hawthorn and rowan</h1>${`<p>${paragraph}</p>`.repeat(6)}</article>`,
  );
}

/** Two checks that are a week apart would take too long. */
async function setGone({ system, name }: PopulatedSystem, id: string): Promise<void> {
  const { tables, dynamodb_endpoint } = system.outputs;
  const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(system.outputs, dynamodb_endpoint)));
  const now = Date.now();
  await dynamo.send(
    new UpdateCommand({
      TableName: String(tables.bookmarks),
      Key: { user_id: name, id },
      ConditionExpression: "attribute_exists(id)",
      UpdateExpression: "SET missing_at = :gone, gone_at = :gone, updated_at = :now",
      ExpressionAttributeValues: {
        ":gone": new Date(now - 9 * DAY_MS).toISOString(),
        ":now": new Date(now).toISOString(),
      },
    }),
  );
}
