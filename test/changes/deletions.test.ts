import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { bookmarksApi, bookmarksWorld, pageUrl, pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { awsError } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { forgetfulClient, interceptedClient } from "../emulators/intercepted-client.ts";
import { newUser } from "../emulators/test-clock.ts";
import { deckUrl, pendingStock, slidesApi, slidesWorld } from "../slides/slides-world.ts";

capturedLog();
dynamoOfFile();

interface SavedItem {
  readonly route: string;
  readonly list: string;
  readonly url: string;
  readonly create: (user: string) => Promise<boolean>;
  /** The HTTP function of a container of its own; all containers' clocks are equal. */
  readonly api: (client: DynamoDBDocumentClient, container: string) => ReturnType<typeof slidesApi>;
}

const KINDS: readonly SavedItem[] = [
  {
    route: "DELETE /v1/stocks/{id}",
    list: "stocks",
    url: deckUrl(),
    create: (user) => slidesWorld(dynamo).items.create(pendingStock(user), "creation-1"),
    api: (client, container) => slidesApi({ ...slidesWorld({ client }), newId: () => container }),
  },
  {
    route: "DELETE /v1/bookmarks/{id}",
    list: "bookmarks",
    url: pageUrl(),
    create: (user) => bookmarksWorld(dynamo).items.create(pendingBookmark(user), "creation-1"),
    api: (client, container) => bookmarksApi({ ...bookmarksWorld({ client }), newId: () => container }),
  },
];

it.each(KINDS)(
  "$route: of two requests in one millisecond only one has deleted the item, though the SDK retries the other",
  async ({ route, url, create, api }) => {
    const user = newUser();
    const request = { route, user, params: { id: derivedId(user, url) } };
    await create(user);
    const statuses: number[] = [];
    const refusedOnce = interceptedClient(dynamo, async (_attempt, forward) => {
      if (statuses.length > 0) return forward();
      statuses.push((await api(dynamo.client, "container-1")(request)).status);
      throw awsError("InternalServerError", 500);
    });
    statuses.push((await api(refusedOnce, "container-2")(request)).status);
    expect(statuses).toEqual([204, 404]);
  },
);

const KEY = "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1";

it.each(KINDS)(
  "$route: deletes once, though its response is lost and the item is saved again before the SDK's retry",
  async ({ route, list, url, create, api }) => {
    const user = newUser();
    const send = api(dynamo.client, "container-1");
    await create(user);
    const forgetful = forgetfulClient(dynamo, async () => {
      const headers = { "idempotency-key": KEY };
      expect(await send({ route: `POST /v1/${list}`, user, body: { url }, headers })).toMatchObject({ status: 201 });
    });
    const request = { route, user, params: { id: derivedId(user, url) } };
    expect(await api(forgetful, "container-2")(request)).toMatchObject({ status: 204 });
    const { body } = await send({ route: `GET /v1/${list}`, user });
    expect(body[list]).toHaveLength(1);
    // Another deletion deletes the new one.
    expect(await api(dynamo.client, "container-3")(request)).toMatchObject({ status: 204 });
  },
);
