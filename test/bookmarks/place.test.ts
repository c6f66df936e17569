import { expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE, newUser } from "../emulators/test-clock.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";

capturedLog();
readerOfEachTest();

const place = (minutes: number, progress = 0.5) => {
  return { block: 3, offset: 40, progress, at: at(minutes * MINUTE).toISOString() };
};

const put = (id: string, body: object, by = userId) =>
  user.send({ route: "PUT /v1/bookmarks/{id}/place", params: { id }, user: by, body });

it("keeps the latest place by its time, in whatever order places arrive", async () => {
  const { id } = await user.save();
  world.clock.forward(10 * MINUTE);
  expect(await put(id, place(2))).toMatchObject({ status: 200, body: { id, place: place(2), unread: true } });
  expect(await put(id, place(1))).toMatchObject({ status: 200, body: { place: place(2) } });
  expect(await put(id, place(3))).toMatchObject({ status: 200, body: { place: place(3) } });
  expect(await user.shown(id)).toMatchObject({ place: place(3), updated_at: at(10 * MINUTE).toISOString() });
});

it("takes a read and a write, and a read alone where a later place or the same is there", async () => {
  const { id } = await user.save();
  world.clock.forward(10 * MINUTE);
  const commands = async (sent: object) => {
    dynamo.requests.length = 0;
    await put(id, sent);
    return [...dynamo.requests];
  };
  expect(await commands(place(2))).toEqual(["GetItemCommand", "UpdateItemCommand"]);
  expect(await commands(place(2))).toEqual(["GetItemCommand"]);
  expect(await commands(place(1))).toEqual(["GetItemCommand"]);
});

it("counts a time in the future as the present: a later place of a clock that is right replaces it", async () => {
  const { id } = await user.save();
  world.clock.forward(MINUTE);
  expect(await put(id, place(600))).toMatchObject({ body: { place: place(1) } });
  world.clock.forward(2 * MINUTE);
  expect(await put(id, place(2))).toMatchObject({ body: { place: place(2) } });
});

it("refuses another user's bookmark and an unknown one", async () => {
  const { id } = await user.save();
  expect(await put(id, place(0), newUser())).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await put("no-id", place(0))).toMatchObject({ status: 404 });
  expect(await put(id, { ...place(0), progress: 2 })).toMatchObject({
    status: 400,
    body: { code: "validation_error" },
  });
});

it("is found by is:begun between the beginning and the end", async () => {
  const { id } = await user.save();
  world.clock.forward(10 * MINUTE);
  const counts = [];
  for (const [minutes, progress] of [0.02, 0.5, 0.95].entries()) {
    await put(id, place(minutes, progress));
    counts.push((await user.found({ q: "is:begun" })).length);
  }
  expect(counts).toEqual([0, 1, 0]);
});

it("comes with a save, as an import of our own export sends it, and not into the future", async () => {
  const save = (path: string, sent: object | null) =>
    user.send({
      route: "POST /v1/bookmarks",
      body: { url: `https://blog.example/${path}`, place: sent, created_from: "import" },
      headers: { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1".replace(/1$/, path) },
    });
  expect(await save("2", place(-9))).toMatchObject({ status: 201, body: { place: place(-9) } });
  expect(await save("3", place(9))).toMatchObject({ status: 201, body: { place: place(0) } });
  expect(await save("4", null)).toMatchObject({ status: 201, body: { place: null } });
});
