import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { PersonalData } from "../shared/personal-data.ts";
import type { FileFolders } from "../shared/saved-items/item-files.ts";
import { PersonalItems } from "../shared/saved-items/personal-items.ts";
import { BOOKMARKS, bookmarkTable, deletedContents } from "./tables/bookmark-table.ts";
import { CheckPaceTable } from "./tables/check-pace-table.ts";

export { bookmarkAnswer } from "./http/bookmark-answer.ts";
export { readContent } from "./http/read-content.ts";
export { contentsOnDemand } from "./tables/contents-on-demand.ts";

/** The feature's data about people. @param table name of table `bookmarks` */
export function personalBookmarks(
  client: DynamoDBDocumentClient,
  table: string,
  folders: { readonly contents: FileFolders; readonly pictures: FileFolders },
) {
  const files = deletedContents(client, table, folders);
  return {
    items: bookmarkTable(client, table),
    data: [new PersonalItems(client, table, BOOKMARKS, files), personalChecks(new CheckPaceTable(client, table))],
  };
}

/** What a user has chosen about the checks of pages. */
function personalChecks(paces: CheckPaceTable): PersonalData {
  return {
    name: "page_checks",
    deletePage: async (userId) => ({ deleted: (await paces.forget(userId)) ? 1 : 0, position: null }),
    async movePage({ from, to }) {
      return { moved: (await paces.move(from, to)) ? 1 : 0, changed: 0, kept: [], position: null };
    },
  };
}
