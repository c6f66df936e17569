import { bookmarkAnswer, personalBookmarks } from "../../lambdas/bookmarks/personal.ts";
import { personalSubscriptions } from "../../lambdas/recommendations/personal.ts";
import type { Clock } from "../../lambdas/shared/clock.ts";
import { personalKeys } from "../../lambdas/shared/idempotency/personal-keys.ts";
import { personalStocks, stockAnswer } from "../../lambdas/slides/personal.ts";
import { operations } from "../../lambdas/users/api.ts";
import type { UsersServices } from "../../lambdas/users/operations.ts";
import { usersRoutes } from "../../lambdas/users/routes.ts";
import { SITE } from "../bookmarks/bookmarks-world.ts";
import { ContentBucket } from "../bookmarks/content-bucket.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { featureApi } from "../emulators/feature-api.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import { PictureBucket } from "../shared/pictures/picture-bucket.ts";

/** The services of the routes, with emulated tables. */
export function usersWorld(
  { client }: Pick<TestDynamo, "client">,
  clock: Clock,
  { store: contents }: ContentBucket = new ContentBucket(),
  { store: pictures }: PictureBucket = new PictureBucket(),
): UsersServices {
  const bookmarks = personalBookmarks(client, "bookmarks", { contents, pictures });
  const stocks = personalStocks(client, "stocks", pictures);
  return {
    bookmarks: { items: bookmarks.items, contents, siteUrl: SITE, toAnswer: bookmarkAnswer(SITE) },
    stocks: { items: stocks.items, toAnswer: stockAnswer(SITE) },
    data: [
      ...bookmarks.data,
      ...stocks.data,
      personalSubscriptions(client, "recommendations"),
      personalKeys(client, "idempotency_keys"),
    ],
    clock,
  };
}

/** The HTTP function, built like the deployed entry; its caller is an administrator. */
export function usersApi(world: UsersServices): (request: HttpRequest) => Promise<HttpAnswer> {
  return featureApi(usersRoutes, operations, world, { user: "root", groups: ["admin"] });
}

/** Requests page after page, as the command line does. @returns the number of items that the passes changed */
export async function everyPage(
  send: (request: HttpRequest) => Promise<HttpAnswer>,
  request: HttpRequest & { readonly body?: object },
): Promise<number> {
  let all = 0;
  let cursor: string | null = null;
  do {
    const { status, body }: HttpAnswer = await send({
      ...request,
      body: { ...request.body, ...(cursor === null ? {} : { cursor }) },
    });
    if (status !== 200) throw new Error(`The page was answered ${status}: ${JSON.stringify(body)}`);
    all += (body.deleted ?? 0) + (body.moved ?? 0) + (body.changed ?? 0);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return all;
}

/** Makes passes until one changes nothing. */
export async function everyPass(...args: Parameters<typeof everyPage>): Promise<void> {
  for (let passes = 1; (await everyPage(...args)) > 0; passes += 1) {
    if (passes === 10) throw new Error("The passes don't end.");
  }
}

type Send = Parameters<typeof everyPage>[0];

/** Deletes what a user has. */
export function deleteUser(send: Send, sub: string): Promise<void> {
  return everyPass(send, { route: "POST /v1/users/{sub}/delete", params: { sub } });
}

/** Moves what a user has to another one. */
export function moveUser(send: Send, sub: string, to: string): Promise<void> {
  return everyPass(send, { route: "POST /v1/users/{sub}/move", params: { sub }, body: { to } });
}
