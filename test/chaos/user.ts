import { randomUUID } from "node:crypto";
import type { Action } from "./actions.ts";
import type { Sender } from "./sender.ts";

/** A deck or a page that a user has sent. */
interface Sent {
  readonly type: "stock" | "bookmark";
  readonly url: string;
  /** Of its first request, and the text of that. */
  readonly key: string;
  readonly text: string;
  /** Of its answer; null without one. */
  id: string | null;
  /** Whether a deletion was sent. */
  isDeleted: boolean;
}

/** A user who saves, changes, deletes and reads decks and pages. */
export class User {
  readonly #sender: Sender;
  readonly #sent: Sent[] = [];

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  async act({ kind, pick, goesOn, text }: Action): Promise<void> {
    const { client } = this.#sender;
    if (kind === "save_stock" || kind === "save_bookmark") return this.#saveNew(kind, goesOn, text);
    if (kind === "list") return this.#list();
    if (kind === "search") {
      await this.#sender.read("searches", () => client.bookmarks.list({ q: "sparrows" }));
      return;
    }
    // Where the answer of a first request was lost, the user does not know the id.
    const known = this.#sent.filter(({ id, isDeleted }) => id !== null && !isDeleted);
    const item = known[Math.floor(pick * known.length)];
    if (item?.id == null) return this.#saveNew("save_bookmark", goesOn, text);
    const { id } = item;
    if (kind === "save_again") return this.#save(item, randomUUID(), goesOn);
    if (kind === "replay") return this.#save(item, item.key, goesOn);
    if (kind === "change") return this.#change(item, id, text, goesOn);
    if (kind === "delete") return this.#delete(item, id, goesOn);
    const read = (): Promise<unknown> => (item.type === "stock" ? client.stocks.get(id) : client.bookmarks.get(id));
    await this.#sender.read("reads", read);
  }

  async #saveNew(kind: "save_stock" | "save_bookmark", goesOn: boolean, text: string): Promise<void> {
    const type = kind === "save_stock" ? "stock" : "bookmark";
    const url =
      type === "stock" ? `https://speakerdeck.com/chaos/deck-${text}` : `https://blog.example/birds/sparrows-${text}`;
    const item: Sent = { type, url, key: randomUUID(), text, id: null, isDeleted: false };
    this.#sent.push(item);
    await this.#save(item, item.key, goesOn);
  }

  async #save(item: Sent, key: string, goesOn: boolean): Promise<void> {
    const { type, url, text } = item;
    const { client } = this.#sender;
    // An item that is there stays as it is.
    const request = { feature: type, verb: "save", subject: url, ...(item.id === null ? { text } : {}) } as const;
    const options = { idempotencyKey: key };
    const send = async (): Promise<{ readonly id: string }> =>
      type === "stock"
        ? client.stocks.save({ url, memo: text }, options)
        : client.bookmarks.save({ url, note: text }, options);
    const saved = await this.#sender.request(request, send, { goesOn, idOf: ({ id }) => id });
    if (saved !== undefined) item.id ??= saved.id;
  }

  async #change({ type, url }: Sent, id: string, text: string, goesOn: boolean): Promise<void> {
    const { client } = this.#sender;
    const send = async (): Promise<unknown> =>
      type === "stock" ? client.stocks.update(id, { memo: text }) : client.bookmarks.update(id, { note: text });
    await this.#sender.request({ feature: type, verb: "change", subject: url, text }, send, { goesOn });
  }

  async #delete(item: Sent, id: string, goesOn: boolean): Promise<void> {
    const { client } = this.#sender;
    item.isDeleted = true;
    const send = () => (item.type === "stock" ? client.stocks.delete(id) : client.bookmarks.delete(id));
    await this.#sender.request({ feature: item.type, verb: "delete", subject: item.url }, send, { goesOn });
  }

  async #list(): Promise<void> {
    const { client } = this.#sender;
    await this.#sender.read("lists", () => client.stocks.list({ limit: 20 }));
    await this.#sender.read("lists", () => client.bookmarks.list({ limit: 20 }));
  }
}
