import type { Bookmark, Change, Place, Stock } from "../../../client/index.ts";
import { MagpieClient } from "../../../client/index.ts";
import { changesByPlace } from "../../../lambdas/shared/saved-items/changes-by-place.ts";
import { savedBookmark } from "../saved-bookmark.ts";
import { savedStock } from "../saved-stock.ts";
import type { Answer, SeenRequest } from "../scripted-api.ts";
import { json, ScriptedApi } from "../scripted-api.ts";
import { TestClock } from "../test-clock.ts";

type Item = Bookmark | Stock;

/** What the API knows of one item: its latest change and where that stands among all changes. */
interface Entry {
  readonly change: Change;
  readonly place: number;
}

/** The API's bookmarks and stocks of one user with their feed of changes, as docs/client.md describes it. */
export class ChangesApi extends ScriptedApi {
  /** Largest page. */
  most = 200;
  /** How many of the latest changes the feed does not show yet. */
  behind = 0;
  /** How far the clock of the container that carries the next write out is off, in milliseconds. */
  skew: () => number = () => 0;
  /** Called with each request before it is carried out: others may change items meanwhile. */
  meanwhile: (request: SeenRequest) => void = () => undefined;
  #entries = new Map<string, Entry>();
  #places = 0;
  /** Cursors of an earlier generation have expired. */
  #generation = 0;
  readonly #answers = new Map<string, Answer>();
  /** The bookmarks that were merged, each with the one that stays. */
  readonly #merged = new Map<string, string>();
  /** The ids of all items that ever were: what is saved again after its deletion gets its id again. */
  readonly #ids = new Map<string, string>();

  /** A client without sockets, whose waits end at once. */
  client(fetch = this.fetch): MagpieClient {
    const clock = new TestClock({ skipping: true });
    return new MagpieClient({ baseUrl: "https://api.magpie.example", token: "t", fetch, clock });
  }

  saveBookmark(url: string, fields: Partial<Bookmark> = {}): Bookmark {
    const there = this.#find("bookmark", url);
    if (there !== undefined) return there as Bookmark;
    const time = this.#time(this.#places + 1);
    const bookmark = savedBookmark({ id: this.#idOf("b", url), url, created_at: time, ...fields });
    this.#put("bookmark", bookmark.id, bookmark);
    return bookmark;
  }

  saveStock(url: string, fields: Partial<Stock> = {}): Stock {
    const there = this.#find("stock", url);
    if (there !== undefined) return there as Stock;
    const time = this.#time(this.#places + 1);
    const stock = savedStock({ id: this.#idOf("s", url), original_url: url, created_at: time, ...fields });
    this.#put("stock", stock.id, stock);
    return stock;
  }

  /** Changes an item that is there, unless it is like that already. */
  change(id: string, fields: Partial<Omit<Bookmark & Stock, "status"> & Pick<Bookmark | Stock, "status">>): void {
    const { change } = this.#entries.get(id) ?? {};
    if (change === undefined || change.item === null) throw new Error(`${id} is not there`);
    if (JSON.stringify({ ...change.item, ...fields }) === JSON.stringify(change.item)) return;
    this.#put(change.type, id, { ...change.item, ...fields, ...this.#now() } as Item);
  }

  delete(id: string): void {
    const { change } = this.#entries.get(id) ?? {};
    if (change !== undefined && change.item !== null) this.#put(change.type, id, null);
  }

  /** All cursors that were given away are older than 60 days now, and what was deleted until now is forgotten. */
  expireCursors(): void {
    this.#generation += 1;
    for (const [id, { change }] of this.#entries) if (change.deleted) this.#entries.delete(id);
  }

  /** What the lists show, newest first. */
  listed(): Item[] {
    return [...this.#entries.values()]
      .flatMap(({ change }) => (change.item === null ? [] : [change.item]))
      .sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  }

  protected override work(request: SeenRequest): Answer {
    this.meanwhile(request);
    const { pathname, searchParams } = new URL(request.path, "https://api.magpie.example");
    if (pathname === "/v1/changes") return this.#changes(searchParams);
    const [, , kind = "", id = "", action] = pathname.split("/");
    if (request.method === "POST" && action === undefined) return this.#save(kind, request);
    if (action === "merge") return this.#merge(id, (request.body as { into: string }).into);
    const item = this.#entries.get(id)?.change.item;
    if (item === undefined || item === null) return json(404, { code: "not_found", detail: "It is not there." });
    if (action === "place") this.change(id, changesByPlace(item as Bookmark, request.body as Place) ?? {});
    if (request.method === "PATCH") this.change(id, request.body as object);
    if (request.method === "POST") return this.#refresh(item);
    if (request.method !== "DELETE") return json(200, this.#entries.get(id)?.change.item);
    this.delete(id);
    return { status: 204, headers: {}, body: "" };
  }

  #save(kind: string, { key, body }: SeenRequest): Answer {
    const replay = this.#answers.get(String(key));
    if (replay !== undefined) return { ...replay, headers: { ...replay.headers, "idempotency-replayed": "true" } };
    const { url: given, saved_at: _, ...fields } = body as { url: string; saved_at?: string };
    const [url = ""] = given.split("#");
    const answer = json(201, kind === "bookmarks" ? this.saveBookmark(url, fields) : this.saveStock(url, fields));
    this.#answers.set(String(key), answer);
    return answer;
  }

  /** The bookmark that stays shows that it was merged by its note. Repeated, the merge answers the same. */
  #merge(id: string, into: string): Answer {
    const stays = this.#entries.get(into)?.change.item;
    const isThere = Boolean(this.#entries.get(id)?.change.item);
    if (!stays || (!isThere && this.#merged.get(id) !== into)) {
      return json(404, { code: "not_found", detail: "It is not there." });
    }
    if (isThere) this.change(into, { note: `with ${id}` });
    this.#merged.set(id, into);
    this.delete(id);
    return json(200, this.#entries.get(into)?.change.item);
  }

  #refresh(item: Item): Answer {
    const isBookmark = "llm_status" in item;
    if (item.status === (isBookmark ? "retrying" : "pending")) {
      return json(409, { code: isBookmark ? "already_processing" : "already_pending", detail: "It is under way." });
    }
    if (isBookmark) this.#put("bookmark", item.id, { ...item, status: "retrying", ...this.#now() });
    else this.#put("stock", item.id, { ...item, status: "pending", ...this.#now() });
    return json(202, this.#entries.get(item.id)?.change.item);
  }

  #now(): { readonly updated_at: string } {
    return { updated_at: this.#time(this.#places + 1) };
  }

  #changes(query: URLSearchParams): Answer {
    const [generation = this.#generation, from = 0, begun = this.#places] = (query.get("cursor") ?? "")
      .split(",")
      .filter((part) => part !== "")
      .map(Number);
    if (generation !== this.#generation) return json(410, { code: "cursor_expired", detail: "It is too old." });
    const limit = Math.min(this.most, Number(query.get("limit")));
    const all = [...this.#entries.values()]
      .filter(
        ({ change, place }) =>
          place > from && place <= this.#places - this.behind && !(change.deleted && place <= begun && from < begun),
      )
      .sort((one, other) => one.place - other.place);
    const page = all.slice(0, limit);
    const end = page.at(-1)?.place ?? from;
    return json(200, {
      changes: page.map(({ change }) => change),
      next_cursor: `${generation},${end},${all.length > limit ? begun : 0}`,
      more: all.length > limit,
    });
  }

  #put(type: Change["type"], id: string, item: Item | null): void {
    this.#places += 1;
    const changed_at = item?.updated_at ?? this.#time(this.#places);
    const change = { type, id, deleted: item === null, changed_at, item } as Change;
    this.#entries.set(id, { change, place: this.#places });
  }

  #find(type: Change["type"], url: string): Item | undefined {
    return this.listed().find((item) =>
      type === "bookmark" ? "url" in item && item.url === url : urlOf(item) === url,
    );
  }

  #idOf(letter: "b" | "s", url: string): string {
    const id = this.#ids.get(`${letter} ${url}`) ?? `${letter}-${this.#places + 1}`;
    this.#ids.set(`${letter} ${url}`, id);
    return id;
  }

  #time(place: number): string {
    return new Date(Date.parse("2026-01-01T00:00:00.000Z") + place * 1_000 + this.skew()).toISOString();
  }
}

function urlOf(item: Item): string {
  return "url" in item ? "" : item.original_url;
}
