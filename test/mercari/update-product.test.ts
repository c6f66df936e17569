import { describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";

import { get, made, patch, productsOfEachTest, remove, SETTING, send, world } from "./products-of-tests.ts";

capturedLog();
productsOfEachTest();

describe("PATCH /v1/products/{id}", () => {
  it("merges the sent fields of the search, and answers what is stored", async () => {
    const product = await made({ crawl: SETTING });
    world.clock.forward(MINUTE);
    const { status, body } = await patch(product.id, { crawl: { min_price: 500 } });
    expect([status, body.crawl, body.name]).toEqual([200, { ...SETTING, min_price: 500 }, "Camera"]);
    expect((await get(product.id)).body).toEqual(body);
    // It is another search.
    expect(await world.products.get(product.id)).toMatchObject({ searches: 1 });
    expect((await patch(product.id, { crawl: null })).body.crawl).toBeNull();
  });

  it("changes only the name, and the time of the last change", async () => {
    const product = await made();
    world.clock.forward(MINUTE);
    const { body } = await patch(product.id, { name: " Lens " });
    expect(body).toEqual({ ...product, name: "Lens", updated_at: at(2 * MINUTE).toISOString() });
  });

  it("changes only the alert, which answers show as it was sent", async () => {
    const product = await made({ alert: { below: 500 } });
    expect(product.alert).toEqual({ below: 500, new_lowest: false });
    world.clock.forward(MINUTE);
    const alert = { below: 400, new_lowest: true };
    const { body } = await patch(product.id, { alert });
    expect(body).toEqual({ ...product, alert, updated_at: at(2 * MINUTE).toISOString() });
    expect((await get(product.id)).body).toEqual(body);
    expect((await patch(product.id, { alert: null })).body.alert).toBeNull();
    expect((await get(product.id)).body.alert).toBeNull();
  });

  it("writes nothing when nothing changes", async () => {
    const product = await made();
    world.clock.forward(MINUTE);
    dynamo.consumed.length = 0;
    expect((await patch(product.id, { name: "Camera", crawl: { min_price: 300 } })).body).toEqual(product);
    expect(dynamo.consumed.map(({ command }) => command)).toEqual(["GetItemCommand"]);
  });

  it("rejects values that the schema or the search does not allow, and changes nothing", async () => {
    const product = await made({ crawl: SETTING });
    for (const [path, change] of [
      ["crawl.min_price", { crawl: { min_price: 0 } }],
      ["crawl", { crawl: { max_price: 299 } }],
    ] as const) {
      const errors = [{ path, message: expect.any(String) }];
      expect(await patch(product.id, change)).toEqual(problem(400, "validation_error", { errors }));
    }
    expect((await get(product.id)).body).toEqual(product);
  });

  /** Calls a function before each of the next writes of a product. */
  function beforeWrites(times: number, act: (time: number) => Promise<unknown>): void {
    const { products } = world;
    const { update } = products;
    let time = 0;
    const intercepted: typeof update = async (...args) => {
      if (time < times) {
        time += 1;
        products.update = update;
        await act(time);
        products.update = intercepted;
      }
      return update.apply(products, args);
    };
    products.update = intercepted;
  }

  it("validates the limits after the merge, since two changes together may allow no price", async () => {
    const { id } = await made({ crawl: { keyword: "camera", min_price: 100, max_price: 1_000 } });
    beforeWrites(1, () => patch(id, { crawl: { max_price: 200 } }));
    const errors = [{ path: "crawl", message: expect.any(String) }];
    expect(await patch(id, { crawl: { min_price: 500 } })).toEqual(problem(400, "validation_error", { errors }));
    expect((await get(id)).body.crawl).toMatchObject({ min_price: 100, max_price: 200 });
  });

  it("merges with concurrent changes, up to four times, and gives up after the fifth", async () => {
    const { id } = await made();
    beforeWrites(4, (time) => patch(id, { name: `Camera ${time}` }));
    expect((await patch(id, { crawl: { keyword: "lens" } })).body).toMatchObject({
      name: "Camera 4",
      crawl: { ...SETTING, keyword: "lens" },
    });
    beforeWrites(5, (time) => patch(id, { name: `Lens ${time}` }));
    const detail = "Other requests keep changing the product. Read the product and send your change again.";
    expect(await patch(id, { crawl: { keyword: "tripod" } })).toEqual(problem(409, "changed_meanwhile", { detail }));
    expect((await get(id)).body).toMatchObject({ name: "Lens 5", crawl: { keyword: "lens" } });
  });

  it("answers 404 for a product that is deleted concurrently", async () => {
    const { id } = await made();
    beforeWrites(1, () => remove(id));
    expect(await patch(id, { name: "Lens" })).toEqual(problem(404, "not_found"));
    expect((await send({ route: "GET /v1/products" })).body.products).toEqual([]);
  });
});
