import { describe, expect, it } from "vitest";
import type { Intent, QueueStorage, SyncedItem, SyncStorage } from "../../../client/index.ts";
import { memoryStorage } from "../memory-storage.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import { openTab } from "./tab.ts";

/** Storages of a tab that stops in the middle of a reading. */
class StoppingTab {
  /** Resolves when the tab has stopped. */
  readonly stopped = Promise.withResolvers<void>();
  readonly goesOn = Promise.withResolvers<void>();
  #left = Number.POSITIVE_INFINITY;

  /** Lets so many operations end before the tab has their results. */
  stopAfter(operations: number): void {
    this.#left = operations;
  }

  queue(storage: QueueStorage): QueueStorage {
    return { ...storage, list: () => this.#slow(storage.list()) };
  }

  items(storage: SyncStorage): SyncStorage {
    return { ...storage, read: (revision) => this.#slow(storage.read(revision)) };
  }

  async #slow<T>(operation: Promise<T>): Promise<T> {
    const result = await operation;
    this.#left -= 1;
    if (this.#left === 0) {
      this.stopped.resolve();
      await this.goesOn.promise;
    }
    return result;
  }
}

/** What is shown of an item, as it is or as it waits to be saved. */
function titleOf({ item, waiting: [entry] }: SyncedItem): string | null | undefined {
  if (item !== null || entry === undefined) return item?.title;
  return "create" in entry.intent && "title" in entry.intent.body ? entry.intent.body.title : null;
}

describe("a tab that reads its storages while another one sends", () => {
  const cases: readonly (readonly [string, Intent, readonly string[]])[] = [
    ["save", { create: "bookmark", body: { url: "https://example.com/b", title: "Owls" } }, ["Owls", "Sparrows"]],
    ["change", { update: "bookmark", id: "b-1", body: { title: "Owls" } }, ["Owls"]],
    ["deletion", { delete: "bookmark", id: "b-1" }, []],
  ];
  it.each(cases.flatMap(([name, ...each]) => [1, 2].map((read) => [name, read, ...each] as const)))(
    "shows the %s at every moment, stopped after operation %i of its reading",
    async (_, read, intent, titles) => {
      const api = new ChangesApi();
      api.saveBookmark("https://example.com/a", { title: "Sparrows" });
      const [queue, copy] = [memoryStorage(), memorySyncStorage()];
      const sender = await openTab(api, queue, copy);
      await sender.sync.refresh();
      const stopping = new StoppingTab();
      const shown: (readonly (string | null | undefined)[])[] = [];
      const look = () => shown.push(reader.sync.list().map(titleOf));
      const reader = await openTab(api, stopping.queue(queue), stopping.items(copy), {
        onEvent: look,
      });
      await sender.queue.enqueue(intent);
      await reader.sync.read();
      shown.length = 0;

      stopping.stopAfter(read);
      const reading = reader.sync.read();
      await stopping.stopped.promise;
      expect(await sender.queue.flush()).toMatchObject({ sent: 1 });
      stopping.goesOn.resolve();
      await reading;
      look();
      await reader.sync.read();
      look();
      for (const each of shown) expect(each).toEqual(titles);
    },
  );
});
