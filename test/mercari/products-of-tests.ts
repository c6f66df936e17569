import { beforeEach, expect } from "vitest";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { ApiWorld, WireProduct } from "./api-world.ts";
import { apiWorld, mercariApi } from "./api-world.ts";

export const SETTING = {
  keyword: "camera",
  exclude_keyword: "junk",
  item_condition_ids: [1, 3],
  category_id: 7,
  min_price: 300,
  max_price: 9_999_999,
  enabled: false,
};

/** The world of the current test, and its API. */
export let world: ApiWorld;
export let send: ReturnType<typeof mercariApi>;

/** Creates both for each test: products are shared by all users, so that each test has its own tables. */
export function productsOfEachTest(): void {
  dynamoOfEachTest();
  beforeEach(() => {
    world = apiWorld(dynamo);
    send = mercariApi(world);
  });
}

export const post = (body: unknown, headers: Record<string, string> = {}) =>
  send({ route: "POST /v1/products", body, headers });
export const patch = (id: string, body: unknown) => send({ route: "PATCH /v1/products/{id}", params: { id }, body });
export const get = (id: string) => send({ route: "GET /v1/products/{id}", params: { id } });
export const remove = (id: string) => send({ route: "DELETE /v1/products/{id}", params: { id } });

/** Creates a product one minute after the previous one. */
export async function made(body: object = {}): Promise<WireProduct> {
  world.clock.forward(MINUTE);
  const answer = await post({ name: "Camera", crawl: SETTING, ...body });
  expect(answer.status).toBe(201);
  return answer.body;
}
