import type { AddressInfo } from "node:net";
import { CreateBucketCommand, GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import fc from "fast-check";
import { buildApp } from "fauxqs";
import { describe, expect, it } from "vitest";
import type { DirectoryEntry } from "../../../lambdas/recommendations/domain/directory.ts";
import { DirectoryTable } from "../../../lambdas/recommendations/tables/directory-table.ts";
import { DocumentStore } from "../../../lambdas/recommendations/tables/document-store.ts";
import { isPublished, publish } from "../../../lambdas/recommendations/work/publish.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { emulatorCredentials } from "../../emulators/dynamo-client.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { s3Error } from "../../emulators/s3-error.ts";
import { at } from "../../emulators/test-clock.ts";
import { turnstile } from "../../emulators/turnstile.ts";
import { runs } from "../../load.ts";
import { changesOfEachTest, world } from "../changes-of-tests.ts";
import { changeStore, shownBy, urlsOf } from "../changes-world.ts";

const entryOf = (name: string): DirectoryEntry => ({
  id: name,
  url: `https://${name}.example/`,
  createdAt: "2026-11-20T03:00:00.000Z",
  updatedAt: null,
});

changesOfEachTest();

describe("publish", () => {
  const add = (name: string) => world.directory.add(entryOf(name), { id: derivedId("add", name), at: at(0) });
  const remove = (name: string) => world.directory.remove(name, { id: derivedId("remove", name), at: at(0) });

  it("puts the directory's content, and returns its version", async () => {
    await add("a");
    await add("b");
    expect((await publish(world)).version).toBe(2);
    expect(shownBy(world.bucket.document())).toEqual(["https://a.example/", "https://b.example/"]);
    const read = await world.directory.read();
    expect(read.published).toBe(2);
    expect(await isPublished(read, world)).toBe(true);
  });

  it("puts nothing when the bytes are equal, but records the version", async () => {
    await add("a");
    await publish(world);
    await add("b");
    await remove("b");
    await publish(world);
    expect(world.bucket.documents).toHaveLength(1);
    expect((await world.directory.read()).published).toBe(3);
    dynamo.requests.length = 0;
    await publish(world);
    expect(world.bucket.documents).toHaveLength(1);
    expect(dynamo.requests).toEqual(["GetItemCommand", "QueryCommand"]);
  });

  it("repairs a document that was changed or lost", async () => {
    await add("a");
    await publish(world);
    for (const damaged of ["[]\n", null]) {
      world.bucket.replace(damaged);
      expect(await isPublished(await world.directory.read(), world)).toBe(false);
      await publish(world);
      expect(shownBy(world.bucket.document())).toEqual(["https://a.example/"]);
    }
  });

  it("treats 403 as a missing object, which is S3's answer without permission to list", async () => {
    await add("a");
    const client = world.bucket.intercepted(async (command, forward) => {
      if (command === "HeadObjectCommand" && world.bucket.document() === null) throw s3Error("Forbidden", 403);
      return forward();
    });
    await publish({ ...world, ...changeStore(client) });
    expect(shownBy(world.bucket.document())).toEqual(["https://a.example/"]);
  });

  it.each([
    ["PreconditionFailed", 412],
    ["ConditionalRequestConflict", 409],
    ["NoSuchKey", 404],
  ])("tries again after %s, ten times", async (name, status) => {
    await add("a");
    let puts = 0;
    let failures = 9;
    const client = world.bucket.intercepted(async (command, forward) => {
      if (command === "HeadObjectCommand") return forward();
      puts += 1;
      if (puts <= failures) throw s3Error(name, status);
      return forward();
    });
    const refused = { ...world, ...changeStore(client) };
    await publish(refused);
    expect(shownBy(world.bucket.document())).toEqual(["https://a.example/"]);

    await add("b");
    [puts, failures] = [0, 100];
    await expect(publish(refused)).rejects.toMatchObject({ status: 503 });
    expect(puts).toBe(11);
    expect((await world.directory.read()).published).toBe(1);
  });

  it("throws other errors of S3, and records nothing", async () => {
    await add("a");
    const client = world.bucket.intercepted(async (command, forward) => {
      if (command === "PutObjectCommand") throw s3Error("SlowDown", 503);
      return forward();
    });
    await expect(publish({ ...world, ...changeStore(client) })).rejects.toThrow("SlowDown");
    expect((await world.directory.read()).published).toBe(0);
  });

  it("recognizes its own write when the SDK retries", async () => {
    await add("a");
    const client = world.bucket.intercepted(async (command, forward) => {
      await forward();
      // The first try succeeded and its response was lost: the retry met the object of the first.
      return command === "PutObjectCommand" ? Promise.reject(s3Error("PreconditionFailed", 412)) : forward();
    });
    await publish({ ...world, ...changeStore(client) });
    expect(world.bucket.documents).toHaveLength(1);
    expect((await world.directory.read()).published).toBe(1);
  });

  it("does not put an older list over a newer one that it has not read, even after the object changed back", async () => {
    await add("a");
    await publish(world);
    await add("b");
    let puts = 0;
    const late = world.bucket.intercepted(async (command, forward) => {
      if (command === "PutObjectCommand" && puts++ === 0) {
        // While it holds the list with b, another request publishes b, removes it, and publishes again. The ETag is the same
        // as before.
        await publish(world);
        await remove("b");
        await publish(world);
        expect(shownBy(world.bucket.document())).toEqual(["https://a.example/"]);
      }
      return forward();
    });
    await publish({ ...world, ...changeStore(late) });
    expect(shownBy(world.bucket.document())).toEqual(["https://a.example/"]);
  });

  it("does not show an older list after a newer one, not even for a moment", async () => {
    await add("a");
    await publish(world);
    await add("b");
    let puts = 0;
    const late = world.bucket.intercepted(async (command, forward) => {
      if (command === "PutObjectCommand" && puts++ === 0) {
        await add("c");
        await publish(world);
      }
      return forward();
    });
    await publish({ ...world, ...changeStore(late) });
    expect(world.bucket.documents.map((document) => shownBy(document).length)).toEqual([1, 3]);
  });

  it("leaves the union of two concurrent changes, never an older list over a newer one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.uuid(), async (choices, name) => {
        world.bucket.replace(null);
        const shown: number[] = [];
        const { pass, run } = turnstile((waiting) => (choices.next().value ?? 0) % waiting);
        const client = interceptedClient(dynamo, (_attempt, forward) => pass(forward));
        const inTurns = new DirectoryTable(client, "recommendations");
        const store = world.bucket.intercepted((command, forward) =>
          pass(async () => {
            const before = world.bucket.documents.length;
            const answer = await forward();
            if (command === "PutObjectCommand" && world.bucket.documents.length > before)
              shown.push(shownBy(world.bucket.document()).length);
            return answer;
          }),
        );
        const change = (suffix: string) => async () => {
          const entry = entryOf(`${name}-${suffix}`);
          await inTurns.add(entry, { id: derivedId("add", entry.id), at: at(0) });
          const { entries } = await publish({ ...world, directory: inTurns, ...changeStore(store) });
          expect(entries.has(entry.id)).toBe(true);
        };
        await run([change("one"), change("two"), change("three")]);
        const read = await world.directory.read();
        expect(shownBy(world.bucket.document()).toSorted()).toEqual(urlsOf(read).toSorted());
        expect(read.published).toBe(read.version);
        // Sites are only added here: a shorter list would be an older one.
        expect(shown).toEqual(shown.toSorted((one, other) => one - other));
      }),
      runs(60),
    );
  });
});

it("is put in the form in which the site's domain serves it", async () => {
  const app = buildApp({ logger: false });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: "ap-northeast-1",
    credentials: emulatorCredentials,
    forcePathStyle: true,
  });
  await client.send(new CreateBucketCommand({ Bucket: "site" }));
  const store = new DocumentStore(client, "site");
  for (const document of [
    { path: "/.well-known/recommendations.json", mediaType: "application/json", cacheControl: "no-cache", text: "[]" },
    { path: "/recommendations.atom", mediaType: "application/atom+xml", cacheControl: "max-age=1", text: "<feed/>" },
  ]) {
    expect(await store.md5(document.path)).toBeNull();
    expect(await store.replace(document, null)).toBe(true);
    expect(await store.md5(document.path)).toMatch(/^[0-9a-f]{32}$/);
    const got = await client.send(new GetObjectCommand({ Bucket: "site", Key: document.path.slice(1) }));
    expect({ ...got, text: await got.Body?.transformToString() }).toMatchObject({
      text: document.text,
      ContentType: document.mediaType,
      CacheControl: document.cacheControl,
    });
  }
  client.destroy();
  await app.close();
});
