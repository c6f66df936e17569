import type { Bookmark } from "../../client/index.ts";

/** The states of a bookmark, in the order in which it takes them. */
export const STATUSES = ["saving", "processing", "retrying", "done", "failed"] as const satisfies Bookmark["status"][];

/** What of the bookmarks is listed. */
export interface BookmarkQuery {
  /** As it is typed; empty for all. */
  readonly q: string;
  /** All of them must be there. */
  readonly tags: readonly string[];
  readonly status: Bookmark["status"] | null;
}

const PATH = "/app/bookmarks";

/** Reads an address of the list. A status that there is not is left out. */
export function readQuery(address: string): BookmarkQuery {
  const parameters = new URLSearchParams(address.split("?")[1] ?? "");
  const status = STATUSES.find((each) => each === parameters.get("status")) ?? null;
  return { q: parameters.get("q") ?? "", tags: parameters.getAll("tag").filter((tag) => tag !== ""), status };
}

/** The address of the list with this query. */
export function queryAddress({ q, tags, status }: BookmarkQuery): string {
  const parameters = new URLSearchParams();
  if (q.trim() !== "") parameters.set("q", q);
  for (const tag of tags) parameters.append("tag", tag);
  if (status !== null) parameters.set("status", status);
  const text = parameters.toString();
  return text === "" ? PATH : `${PATH}?${text}`;
}

/** Whether everything is listed. */
export function isWholeList({ q, tags, status }: BookmarkQuery): boolean {
  return q.trim() === "" && tags.length === 0 && status === null;
}
