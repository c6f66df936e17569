import { describe, expect, it } from "vitest";
import type { SendingKey } from "../../lambdas/notices/notice-table.ts";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { offerNotice, priceNotice } from "./notices-world.ts";
import {
  clock,
  DAY,
  HOUR,
  put,
  putNumbered,
  putSent,
  run,
  runFor,
  world,
  worldOfEachTest,
  writer,
} from "./world-of-tests.ts";

capturedLog();
worldOfEachTest();

describe("more than ten notices of a kind in a day", () => {
  it("are sent as ten and one digest after the day's end, by each channel", async () => {
    await putNumbered(13);
    await put("books", { kind: "books", id: "00000000-0000-8000-8000-000000000001" });
    await runFor(10 * MINUTE);
    expect(world.mails).toHaveLength(11);
    expect(world.posts).toHaveLength(11);
    clock.forward(DAY);
    await runFor(10 * MINUTE);
    expect(world.mails).toHaveLength(12);
    expect(world.posts).toHaveLength(12);
    expect(world.mails.at(-1)?.subject).toBe("3 more notices of prices on 2026-11-20 (UTC)");
    const digest = JSON.parse(world.posts.at(-1)?.body ?? "");
    expect(digest).toMatchObject({ kind: "price", url: "https://magpie.example/app/notices" });
    expect(digest.body.split("\n")).toEqual([11, 12, 13].map((number) => `- Camera ${number}: ¥900`));
    // The list has them all.
    const { items } = await world.notices.list({ limit: 100, position: undefined });
    expect(items).toHaveLength(14);
  });

  it("are in a digest in the language of the stage's settings", async () => {
    for (let number = 1; number <= 12; number += 1) {
      await writer.put(offerNotice(String(number), clock.now()));
      clock.forward(1);
    }
    await run();
    clock.forward(DAY);
    await sendDue({ ...world, language: "ja" }, "run-2");
    expect(world.mails.at(-1)).toMatchObject({
      subject: "価格のお知らせ: 2026-11-20 (UTC) の残り 2 件",
      text: expect.stringContaining("- Camera 11: 900 円、a camera\n- Camera 12: 900 円、a camera\n"),
    });
  });

  it("are in a digest that waits until every write of the day has ended", async () => {
    await putNumbered(11);
    await run();
    clock.forward(Date.parse("2026-11-21T00:00:00Z") - clock.now().getTime() + 4 * MINUTE);
    await run();
    expect(world.mails).toHaveLength(10);
    clock.forward(MINUTE);
    await run();
    expect(world.mails).toHaveLength(11);
  });

  it("are named in a digest although nothing was sent for nine days", async () => {
    await putNumbered(11);
    clock.forward(9 * DAY);
    await runFor(10 * MINUTE);
    clock.forward(DAY);
    await run();
    expect(world.mails.at(-1)).toMatchObject({
      subject: "1 more notice of prices on 2026-11-29 (UTC)",
      text: expect.stringContaining("- Camera 11: ¥900\n"),
    });
  });

  it.each([
    {
      what: "is being sent",
      act: (key: SendingKey) => world.notices.claimsOn(key, "webhook").claim("another run's", clock.now()),
    },
    { what: "was sent", act: (key: SendingKey) => world.notices.finish(key) },
  ])("are without one that $what by another run, as at midnight", async ({ act }) => {
    await put("1");
    const [key = { pk: "", sk: "" }] = await world.notices.overdue(clock.now(), 1);
    await act(key);
    await world.notices.addToDigest(priceNotice("1", clock.now()), clock.now(), 0);
    const digest = { kind: "price", day: "2026-11-20", namesOld: false } as const;
    expect((await world.notices.noticesOf(digest, 10)).notices).toEqual([]);
  });

  it("are in no digest when each was sent by another run: it is never sent, and over", async () => {
    await put("1");
    const [key = { pk: "", sk: "" }] = await world.notices.overdue(clock.now(), 1);
    await world.notices.finish(key);
    await world.notices.addToDigest(priceNotice("1", clock.now()), clock.now(), 0);
    clock.forward(25 * HOUR);
    expect(await run()).toEqual({ due: 1 });
    expect(await run()).toEqual({ due: 0 });
    expect([world.mails, world.posts]).toEqual([[], []]);
  });

  it("are not left to a digest that is being sent: they would be lost", async () => {
    await putNumbered(11);
    await run();
    await world.notices.claimsOn({ pk: "days", sk: "price#2026-11-20" }, "mail").claim("another run's", clock.now());
    const late = priceNotice("12", clock.now());
    await writer.put(late);
    await world.notices.addToDigest(late, clock.now(), 0);
    expect(await world.notices.overdue(clock.now(), 10)).toEqual([{ pk: "notices", sk: late.id }]);
  });

  it("are named in the digest although more was made in the days before than one request reads", async () => {
    await putSent(50);
    clock.forward(DAY);
    await putNumbered(12);
    await runFor(10 * MINUTE);
    clock.forward(DAY);
    await run();
    expect(world.mails.at(-1)).toMatchObject({
      subject: expect.stringMatching(/^2 more notices/),
      text: expect.stringContaining("- Camera 11: ¥900\n- Camera 12: ¥900\n"),
    });
  });

  it("are named in the digest: the first hundred, and how many follow", async () => {
    await putNumbered(111);
    await runFor(10 * MINUTE);
    clock.forward(DAY);
    await run();
    expect(world.mails.at(-1)?.subject).toBe("More than 100 more notices of prices on 2026-11-20 (UTC)");
    const lines = JSON.parse(world.posts.at(-1)?.body ?? "").body.split("\n");
    expect([lines.length, ...lines.slice(-2)]).toEqual([101, "- Camera 110: ¥900", "There are more."]);
  });

  it("are ten again on the next day", async () => {
    await putNumbered(10);
    await run();
    clock.forward(DAY);
    await put("11");
    await runFor(10 * MINUTE);
    expect(world.mails).toHaveLength(11);
    expect(world.mails.at(-1)?.subject).toBe("Camera 11: ¥900");
  });
});
