import * as z from "zod/mini";
import { ok } from "../../../shared/http/answer.ts";
import { decodeCursor, encodeCursor } from "../../../shared/http/pagination.ts";
import { placeOf } from "../../tables/blocked-host-table.ts";
import { blockedHostAnswer } from "../bodies/blocked-host-answer.ts";
import type { RecommendationsOperation } from "../services.ts";

const blockedHostPlace = z.object({ place: z.string() });

/** A page of the blocked hosts, the latest first. */
export const listBlockedHosts: RecommendationsOperation<"listBlockedHosts"> = async ({ query }, { blockedHosts }) => {
  const list = ["blocked-hosts"];
  const after = decodeCursor(query.cursor, list, blockedHostPlace)?.place;
  const left = (await blockedHosts.all()).filter((host) => after === undefined || placeOf(host) < after);
  const page = left.slice(0, query.limit);
  const last = page.at(-1);
  return ok({
    blocked_hosts: page.map(blockedHostAnswer),
    next_cursor: encodeCursor(left.length > page.length && last ? { place: placeOf(last) } : null, list),
  });
};
