import { describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { problem } from "./api-world.ts";
import { get, made, OPEN, patch, productsOfEachTest, remove, SETTING, send, world } from "./products-of-tests.ts";

capturedLog();
productsOfEachTest();

describe("PATCH /v1/products/{id}", () => {
  const FREE = { ...OPEN, keyword: "lens", category_id: null, min_price: null, max_price: null, enabled: true };

  const MERGES: readonly [what: string, before: object | null, change: object, after: object | null][] = [
    ["omitted fields stay", SETTING, {}, SETTING],
    ["fields beside the changed one stay", SETTING, { crawl: { min_price: 500 } }, { ...SETTING, min_price: 500 }],
    [
      "null removes a limit or the category",
      SETTING,
      { crawl: { category_id: null, min_price: null, max_price: null } },
      { ...SETTING, category_id: null, min_price: null, max_price: null },
    ],
    ["the search can be enabled", SETTING, { crawl: { enabled: true } }, { ...SETTING, enabled: true }],
    ["words are trimmed", SETTING, { crawl: { keyword: " lens " } }, { ...SETTING, keyword: "lens" }],
    ["null removes the setting", SETTING, { crawl: null }, null],
    ["a new setting gets the defaults", null, { crawl: { keyword: "lens" } }, FREE],
    [
      "a new setting keeps its own values",
      null,
      { crawl: { keyword: "lens", max_price: 9_999_999, enabled: false } },
      { ...FREE, max_price: 9_999_999, enabled: false },
    ],
  ];

  it.each(MERGES)("merges: %s", async (_, before, change, after) => {
    const product = await made({ crawl: before });
    world.clock.forward(MINUTE);
    const { status, body } = await patch(product.id, change);
    expect([status, body.crawl, body.name]).toEqual([200, after, "Camera"]);
    expect((await get(product.id)).body).toEqual(body);
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

  it.each<[path: string, before: object | null, change: object]>([
    ["name", SETTING, { name: null }],
    ["name", SETTING, { name: " " }],
    ["crawl.keyword", SETTING, { crawl: { keyword: null } }],
    ["crawl.keyword", null, { crawl: { min_price: 300 } }],
    ["crawl.enabled", SETTING, { crawl: { enabled: null } }],
    ["crawl.min_price", SETTING, { crawl: { min_price: 0 } }],
    ["crawl.max_price", SETTING, { crawl: { max_price: 10_000_000 } }],
    ["crawl", SETTING, { crawl: { max_price: 299 } }],
    ["crawl", SETTING, { crawl: { min_price: 501, max_price: 500 } }],
  ])("rejects %s: %j, %j", async (path, before, change) => {
    const product = await made({ crawl: before });
    const errors = [{ path, message: expect.any(String) }];
    expect(await patch(product.id, change)).toEqual(problem(400, "validation_error", { errors }));
    expect((await get(product.id)).body).toEqual(product);
  });

  it("starts from the beginning for another search, and records that rows of another category may exist", async () => {
    const { id } = await made();
    await patch(id, { crawl: { category_id: 8 } });
    expect(await world.products.get(id)).toMatchObject({ searches: 1, seenWhole: false, mixedCategories: true });
    await patch(id, { crawl: { enabled: true }, name: "Lens" });
    expect(await world.products.get(id)).toMatchObject({ searches: 1 });
  });

  it("loses none of several concurrent changes", async () => {
    const { id } = await made();
    const changes = [
      { name: "Lens" },
      { crawl: { keyword: "lens" } },
      { crawl: { category_id: null } },
      { crawl: { min_price: 1_000 } },
      { crawl: { max_price: 2_000 } },
    ];
    const answers = await Promise.all(changes.map((change) => patch(id, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await get(id)).body).toMatchObject({
      name: "Lens",
      crawl: { keyword: "lens", category_id: null, min_price: 1_000, max_price: 2_000, enabled: false },
    });
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
    const detail = "Others keep changing the product at this moment. Look at it and send it again.";
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
