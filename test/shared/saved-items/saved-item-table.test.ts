import { GetCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { ItemKey } from "../../../lambdas/shared/saved-items/saved-item.ts";
import { SavedItemTable } from "../../../lambdas/shared/saved-items/saved-item-table.ts";
import { deletion } from "../../changes/deletion.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at, MINUTE, newUser, START } from "../../emulators/test-clock.ts";
import type { AnyTypes } from "./kinds.ts";
import { KINDS } from "./kinds.ts";
import { workRequest } from "./work-request.ts";

dynamoOfFile();

const TOMBSTONE_SECONDS = 67 * 24 * 3_600;
const later = at(MINUTE);
const first = { workId: "work-1", now: START };
const late = { workId: "work-1", now: later };
const again = workRequest("work-2", later);

describe.each(KINDS)(
  "a table of $table",
  ({ table, kind, pending, failure, facts, done, also, text, tags, subject }) => {
    let items: SavedItemTable<AnyTypes>;
    let user: string;
    beforeEach(() => {
      items = new SavedItemTable(dynamo.client, table, kind);
      user = newUser();
    });

    const STATES = [...kind.working, done, "failed"];

    /**
     * An item in the table, in the given state of the work `work-1`, whose message was sent twice more: a write that has to
     * begin with no rounds finds some.
     */
    async function itemThatIs(status: string, more = {}): Promise<AnyTypes["item"]> {
      const item = pending(user, more);
      await items.create(item, "creation-1");
      await items.postponeReconcile(item, new Date(item.reconcileAt ?? START), 2);
      if (status === "processing") await items.moveWork(item, "begin", { ...first, reconcileAt: at(16 * MINUTE) });
      if (status === done) await items.complete(item, facts, first);
      if (status === "failed") await items.fail(item, failure, first);
      return read(item);
    }

    async function read(key: ItemKey): Promise<AnyTypes["item"]> {
      const item = await items.get(key);
      if (item === null) throw new Error("The item is not in the table");
      return item;
    }

    async function rawItem({ userId, id }: ItemKey) {
      return (await dynamo.client.send(new GetCommand({ TableName: table, Key: { user_id: userId, id } }))).Item;
    }

    const folder = Object.entries(kind.fields).find(([, name]) => name === kind.files.folder)?.[0] ?? "";

    /** An item that was saved again: it has the folder of its files again. */
    function withFilesOf(old: AnyTypes["item"], anew: AnyTypes["item"]): AnyTypes["item"] {
      return { ...anew, [folder]: old[folder] };
    }

    /** Whether the item is in one of the indexes `pending` and `failed_jobs`. */
    async function isIndexed(IndexName: string, { id }: ItemKey) {
      const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: table, IndexName }));
      return Items.some((entry) => entry.id === id);
    }

    describe("create", () => {
      it("writes the item unchanged, with the id of its creation", async () => {
        const item = { ...pending(user), ...text };
        expect(await items.getWithCreations(item)).toEqual({ item: null, creations: new Set(), mergedInto: null });
        expect(await items.create(item, "creation-1")).toBe(true);
        expect(await items.getWithCreations(item)).toEqual({
          item,
          creations: new Set(["creation-1"]),
          mergedInto: null,
        });
        expect(await isIndexed("pending", item)).toBe(true);
      });

      it.each(STATES)("does not change an item of the same address that is %s", async (status) => {
        const before = await itemThatIs(status);
        const other = pending(user, { workId: "work-2", now: later });
        expect(await items.create(other, "creation-2")).toBe(false);
        expect(await items.createAgain(other, "creation-2", null)).toBe(false);
        const stored = { item: before, creations: new Set(["creation-1"]), mergedInto: null };
        expect(await items.getWithCreations(before)).toEqual(stored);
      });

      it("replaces a tombstone, and keeps nothing of the old item", async () => {
        const old = await itemThatIs("failed");
        await items.saveChanges(old, { ...text, ...tags }, later);
        await items.delete(old, deletion(later));
        const anew = pending(user, { workId: "work-2", now: later });
        expect(await items.create(anew, "creation-2")).toBe(false);
        expect(await items.createAgain(anew, "creation-2", null)).toBe(true);
        const creations = new Set(["creation-1", "creation-2"]);
        const stored = { item: withFilesOf(old, anew), creations, mergedInto: null };
        expect(await items.getWithCreations(old)).toEqual(stored);
        // TTL must not delete the new one.
        expect(await rawItem(old)).not.toHaveProperty("expires_at");
      });

      it("has one effect for each creation, even if the item was deleted since", async () => {
        const item = await itemThatIs(done);
        await items.delete(item, deletion(later));
        expect(await items.create(pending(user), "creation-1")).toBe(false);
        expect(await items.createAgain(pending(user), "creation-1", null)).toBe(false);
        expect(await items.get(item)).toBeNull();
      });

      it("keeps two users' items of one address apart", async () => {
        const [mine, theirs] = [pending(user), pending(newUser())];
        for (const item of [mine, theirs]) expect(await items.create(item, "creation-1")).toBe(true);
        await items.delete(theirs, deletion(later));
        expect(await items.get(mine)).toEqual(mine);
      });
    });

    describe("the work", () => {
      it.each([...kind.working, "failed"])("is completed where an item is %s", async (status) => {
        const before = await itemThatIs(status);
        const expected = {
          ...before,
          ...facts,
          ...also[done],
          status: done,
          failure: null,
          reconcileAt: null,
          updatedAt: later.toISOString(),
        };
        expect(await items.complete(before, facts, late)).toEqual(expected);
        expect(await read(before)).toEqual(expected);
        expect(await isIndexed("pending", before)).toBe(false);
      });

      it.each(kind.working)("is given up where an item is %s", async (status) => {
        const before = await itemThatIs(status);
        expect(await items.fail(before, failure, late)).toBe(true);
        expect(await read(before)).toEqual({
          ...before,
          ...also.failed,
          status: "failed",
          failure,
          updatedAt: later.toISOString(),
          reconcileAt: null,
          reconcileRounds: 0,
        });
        expect(await isIndexed("pending", before)).toBe(false);
      });

      it.each([done, "failed"])("is requested again where an item is %s, which keeps its contents", async (status) => {
        const before = await itemThatIs(status);
        const expected = {
          ...before,
          ...also.pending,
          status: "pending",
          workId: "work-2",
          requestedAt: later.toISOString(),
          updatedAt: later.toISOString(),
          failure: null,
          reconcileAt: at(11 * MINUTE).toISOString(),
          reconcileRounds: 0,
        };
        expect(await items.requestWork(before, again)).toEqual(expected);
        expect(await read(before)).toEqual(expected);
        expect(await isIndexed("pending", before)).toBe(true);
      });

      it.each(kind.working)("is not requested again where an item is %s", async (status) => {
        const before = await itemThatIs(status);
        expect(await items.requestWork(before, again)).toBeNull();
        expect(await read(before)).toEqual(before);
      });

      it("does not change a finished item, and fails no item twice", async () => {
        const before = await itemThatIs(done);
        expect(await items.complete(before, facts, late)).toBeNull();
        expect(await items.fail(before, failure, late)).toBe(false);
        expect(await read(before)).toEqual(before);
        const other = await itemThatIs("failed", { address: "other" });
        expect(await items.fail(other, { ...failure, code: "late" }, late)).toBe(false);
        expect(await read(other)).toEqual(other);
      });

      it("that was requested before the latest changes nothing", async () => {
        const item = await itemThatIs("failed");
        const newer = await items.requestWork(item, again);
        expect(await items.complete(item, facts, late)).toBeNull();
        expect(await items.fail(item, failure, late)).toBe(false);
        expect(await items.postponeReconcile({ ...item, workId: "work-1" }, START, 3)).toBe(false);
        expect(await read(item)).toEqual(newer);
      });

      it("does not change an item that was deleted and saved again", async () => {
        const old = await itemThatIs("pending");
        await items.delete(old, deletion(later));
        const anew = pending(user, { workId: "work-2", now: later });
        await items.createAgain(anew, "creation-2", null);
        expect(await items.complete(old, facts, late)).toBeNull();
        expect(await items.fail(old, failure, late)).toBe(false);
        expect(await read(old)).toEqual(withFilesOf(old, anew));
      });
    });

    describe("the fields that the user writes", () => {
      it.each(STATES)("changes the sent fields of an item that is %s, and nothing else", async (status) => {
        const before = await itemThatIs(status);
        const written = { ...before, ...text, updatedAt: later.toISOString() };
        expect(await items.saveChanges(before, text, later)).toEqual(written);
        const tagged = { ...written, ...tags };
        expect(await items.saveChanges(written, { ...tags, createdAt: undefined }, later)).toEqual(tagged);
        expect(await read(before)).toEqual(tagged);
      });

      it("is kept by the work", async () => {
        const before = await itemThatIs("pending");
        await items.saveChanges(before, text, START);
        expect(await items.complete(before, facts, late)).toMatchObject(text);
      });

      it("creates no item", async () => {
        const missing = pending(user);
        expect(await items.saveChanges(missing, text, later)).toBeNull();
        expect(await items.requestWork(missing, again)).toBeNull();
        expect(await rawItem(missing)).toBeUndefined();
      });
    });

    describe("delete", () => {
      it.each(STATES)(
        "leaves of an item that is %s only its creations and that it was deleted, for more than 60 days",
        async (status) => {
          const item = await itemThatIs(status);
          expect(await items.delete(item, deletion(later))).toBe(true);
          expect(await rawItem(item)).toEqual({
            [kind.files.folder]: item[folder],
            pending_partition: expect.stringMatching(/^deleted#[0-3]$/),
            reconcile_at: new Date(later.getTime() + 7 * 24 * 3_600_000).toISOString(),
            user_id: user,
            id: item.id,
            creations: new Set(["creation-1"]),
            deletion_id: "deletion-1",
            deleted_at: later.toISOString(),
            updated_at: later.toISOString(),
            expires_at: later.getTime() / 1_000 + TOMBSTONE_SECONDS,
          });
          expect(await items.getWithCreations(item)).toEqual({
            item: null,
            creations: new Set(["creation-1"]),
            mergedInto: null,
          });
          expect((await items.lists.page(user, {}, { limit: 10, position: undefined })).items).toEqual([]);
        },
      );

      it("returns whether the item existed", async () => {
        const item = await itemThatIs(done);
        expect(await items.delete(item, deletion(later))).toBe(true);
        const left = await rawItem(item);
        expect(await items.delete(item, deletion(at(2 * MINUTE)))).toBe(false);
        expect(await rawItem(item)).toEqual(left);
        expect(await items.delete({ userId: newUser(), id: item.id }, deletion(later))).toBe(false);
      });

      it("is never undone by a late write", async () => {
        const item = await itemThatIs("failed");
        await items.delete(item, deletion(later));
        const left = await rawItem(item);
        const moves = Object.entries(kind.transitions.moves).filter(([, { to }]) => kind.working.includes(to));
        for (const [name] of moves) {
          expect(await items.moveWork(item, name, { ...late, reconcileAt: later })).toBeNull();
        }
        expect(await items.complete(item, facts, late)).toBeNull();
        expect(await items.fail(item, failure, late)).toBe(false);
        expect(await items.postponeReconcile(item, later, 1)).toBe(false);
        expect(await items.requestWork(item, again)).toBeNull();
        expect(await items.saveChanges(item, text, later)).toBeNull();
        expect(await rawItem(item)).toEqual(left);
      });
    });

    describe("reconcile", () => {
      it.each(kind.working)("is postponed for an item that is %s, and its rounds are counted", async (status) => {
        const before = await itemThatIs(status);
        expect(await items.postponeReconcile(before, at(30 * MINUTE), 1)).toBe(true);
        expect(await read(before)).toEqual({
          ...before,
          reconcileAt: at(30 * MINUTE).toISOString(),
          reconcileRounds: 1,
        });
      });

      it.each([done, "failed"])("does not put an item that is %s into the index", async (status) => {
        const before = await itemThatIs(status);
        expect(await items.postponeReconcile(before, START, 1)).toBe(false);
        expect(await read(before)).toEqual(before);
      });

      it("finds the overdue items, the longest overdue first, within the limit, with all that a message needs", async () => {
        // All users' items are in one index: these are overdue before all others.
        const longAgo = (minute: number) => at((minute - 1_000_000) * MINUTE);
        for (const minute of [30, 10, 20])
          await items.create(pending(user, { address: `${minute}`, now: longAgo(minute) }), "creation-1");
        const overdue = (minute: number, limit: number) => items.overdue(longAgo(minute), limit);
        const [ten, twenty] = ["10", "20"].map((address) => pending(user, { address }));
        // Each is overdue ten minutes after it was saved.
        expect(await overdue(20 - 1e-4, 10)).toHaveLength(0);
        expect(await overdue(30, 10)).toHaveLength(2);
        const [found, ...others] = await overdue(90, 2);
        expect([found, ...others].map((item) => item?.id)).toEqual([ten?.id, twenty?.id]);
        const fields = ["userId", "id", "workId", "reconcileRounds", ...subject];
        expect(fields.map((field) => found?.[field as "id"])).toEqual(fields.map((field) => ten?.[field]));
        for (const address of ["10", "20", "30"]) await items.delete(pending(user, { address }), deletion(later));
      });

      it("reads no text of the user", async () => {
        await items.create({ ...pending(user), ...text }, "creation-1");
        const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: table, IndexName: "pending" }));
        expect(JSON.stringify(Items)).not.toContain(Object.values(text)[0]);
      });
    });

    it("shows an item at once in its current state", async () => {
      const lagging = new SavedItemTable(laggingClient(dynamo), table, kind);
      const item = await itemThatIs(done);
      expect(await lagging.get(item)).toEqual(item);
      const place = { limit: 10, position: undefined };
      expect((await lagging.lists.page(user, {}, place)).items).toEqual([item]);
      const changed = await items.saveChanges(item, text, later);
      expect((await lagging.lists.page(user, {}, place)).items).toEqual([changed]);
    });

    it("throws an error that is no failed condition", async () => {
      const elsewhere = new SavedItemTable(dynamo.client, "no-such-table", kind);
      const gone = { name: "ResourceNotFoundException" };
      const item = pending(user);
      await expect(elsewhere.create(item, "creation-1")).rejects.toMatchObject(gone);
      await expect(elsewhere.get(item)).rejects.toMatchObject(gone);
      await expect(elsewhere.delete(item, deletion(later))).rejects.toMatchObject(gone);
      await expect(elsewhere.saveChanges(item, text, later)).rejects.toMatchObject(gone);
    });
  },
);
