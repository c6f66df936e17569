import { describe, expect, it } from "vitest";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import type { Death } from "../emulators/invocation.ts";
import { invocation } from "../emulators/invocation.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { priceNotice } from "./notices-world.ts";
import { clock, world, worldOfEachTest } from "./world-of-tests.ts";

const log = capturedLog();
worldOfEachTest();

const DAY = 24 * 60 * MINUTE;

/** A run that may die at any of its calls, mails and posts included. */
function runUntil(death: Death | null) {
  const living = invocation(dynamo, death);
  const { adminMail, fetch } = world;
  const services = {
    ...world,
    notices: new NoticeTable(living.client, "notices"),
    adminMail: adminMail && {
      send: (text: Parameters<typeof adminMail.send>[0]) => living.outside(() => adminMail.send(text)),
    },
    fetch: (request: Parameters<typeof fetch>[0]) => living.outside(() => fetch(request)),
  };
  return { living, end: living.answer(() => sendDue(services, "run-1")) };
}

async function runFor(milliseconds: number): Promise<void> {
  for (let passed = 0; passed <= milliseconds; passed += MINUTE) {
    await runUntil(null).end;
    clock.forward(MINUTE);
  }
}

function deaths(calls: number): Death[] {
  const after = Array.from({ length: calls }, (_, index): Death => ({ call: index + 1, moment: "after" }));
  return [{ call: 1, moment: "before" }, ...after];
}

const notices = async (count: number) => {
  const writer = new NoticeWriter(dynamo.client, "notices");
  for (let number = 1; number <= count; number += 1) await writer.put(priceNotice(String(number), clock.now()));
};

describe.each([
  { what: "a notice", count: 1, calls: 10, wait: 0, sent: 1 },
  // Ten are sent, and an eleventh is left to the digest.
  { what: "the digest of a day", count: 11, calls: 10, wait: DAY, sent: 11 },
])("sending $what, killed", ({ count, calls, wait, sent }) => {
  async function asked(): Promise<void> {
    await notices(count);
    if (wait === 0) return;
    await runFor(10 * MINUTE);
    clock.forward(wait);
  }

  it("makes the calls that it is killed at, and no more", async () => {
    await asked();
    const { living, end } = runUntil(null);
    await end;
    expect(living.calls()).toBe(calls);
  });

  it.each(deaths(calls))(
    "$moment call $call: sends by each channel at most once, and loses nothing in silence",
    async (death) => {
      await asked();
      expect(await runUntil(death).end).toBe("dead");
      await runFor(30 * MINUTE);
      const unknown = (channel: string) => log.lines("notice_not_delivered").filter((line) => line.channel === channel);
      for (const [channel, came] of [
        ["mail", world.mails],
        ["webhook", world.posts],
      ] as const) {
        expect(came.length).toBeLessThanOrEqual(sent);
        // For a notice with an unknown outcome a line is logged, which an alarm counts.
        expect(came.length + unknown(channel).length).toBeGreaterThanOrEqual(sent);
      }
      expect(await world.notices.overdue(clock.now(), 10)).toEqual([]);
    },
  );
});

describe("leaving a notice to a digest, killed", () => {
  it.each(deaths(6))("$moment call $call: names it in the one digest", async (death) => {
    await notices(10);
    await runFor(0);
    await new NoticeWriter(dynamo.client, "notices").put(priceNotice("11", clock.now()));
    await runUntil(death).end;
    await runFor(5 * MINUTE);
    expect(world.mails).toHaveLength(10);
    clock.forward(DAY);
    await runFor(30 * MINUTE);
    expect(world.mails.at(-1)).toMatchObject({ subject: "1 more notice of prices on 2026-11-20 (UTC)" });
    expect(world.mails).toHaveLength(11);
    expect(world.posts).toHaveLength(11);
  });
});
