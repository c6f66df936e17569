import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { PersonalData } from "../shared/personal-data.ts";
import { memberOf, ReaderCountTable } from "./tables/reader-count-table.ts";

/** The feature's data about people. @param table name of table `recommendations` */
export function personalSubscriptions(client: DynamoDBDocumentClient, table: string): PersonalData {
  // No call adds to a count, so that each may be repeated.
  const counts = new ReaderCountTable(client, client, table);
  return {
    name: "subscriptions",
    deletePage: async (userId) => ({ deleted: await counts.forgetSubscriber(memberOf(userId)), position: null }),
    async movePage({ from, to }) {
      const moved = await counts.renameSubscriber(memberOf(from), memberOf(to));
      return { moved, changed: 0, kept: [], position: null };
    },
  };
}
