import { DeleteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { listNotices } from "../../../lambdas/notices/list-notices.ts";
import { NoticeTable } from "../../../lambdas/notices/notice-table.ts";
import { noticesRoutes } from "../../../lambdas/notices/routes.ts";
import type { SendServices } from "../../../lambdas/notices/send-due.ts";
import { sendDue } from "../../../lambdas/notices/send-due.ts";
import { httpApi } from "../../../lambdas/shared/http/http-api.ts";
import type { Notice } from "../../../lambdas/shared/notices/notice.ts";
import { recordOf } from "../../../lambdas/shared/notices/notice-kinds.ts";
import { NoticeWriter } from "../../../lambdas/shared/notices/notice-writer.ts";
import type { HttpAnswer } from "../../emulators/http-event.ts";
import { answerTo } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { testIds } from "../../emulators/test-queue.ts";
import { priceNotice } from "../../notices/notices-world.ts";
import { DEAD } from "../actor.ts";
import type { History, HistoryWorld } from "../world.ts";
import type { Listed } from "./announcement-log.ts";
import { AnnouncementLog, SITE_URL } from "./announcement-log.ts";
import { Channels } from "./channels.ts";
import type { StoredSending, Undelivered } from "./sending-judge.ts";
import { judgeSending } from "./sending-judge.ts";
import type { NoticeInvoked, NoticeStep } from "./steps.ts";

/** Runs of the quiet end at the most: a refused notice is given up after thirty. */
const ROUNDS = 60;

/** The notices feature in a world, and the model beside it. */
export class NoticeHistory implements History<NoticeInvoked> {
  readonly #world: HistoryWorld<never>;
  readonly #undelivered: readonly Undelivered[];
  readonly #channels: Channels;
  readonly #announcements = new AnnouncementLog();
  readonly #writer: NoticeWriter;
  readonly #services: Pick<SendServices, "notices" | "clock" | "random" | "newId">;
  readonly #api: ReturnType<typeof apiOf>;
  #wasTroubled = false;

  /** @param undelivered the lines that the log has, whenever it is read */
  constructor(world: HistoryWorld<never>, undelivered: readonly Undelivered[]) {
    const { client } = world.actors;
    this.#world = world;
    this.#undelivered = undelivered;
    this.#channels = new Channels(world);
    this.#writer = new NoticeWriter(client, "notices");
    const notices = new NoticeTable(client, "notices");
    this.#services = { notices, clock: world.clock, random: () => 0, newId: testIds() };
    this.#api = apiOf(notices);
  }

  async invoke({ invoked, order }: Extract<NoticeStep, { invoked: unknown }>): Promise<void> {
    const certain = this.#announcements.certain;
    const isTimePassing = invoked.some(({ what }) => what === "time");
    this.#wasTroubled ||= invoked.some((one) => one.what === "run" && (one.fault !== null || isTimePassing));
    const answers = await this.#world.actors.run(invoked, order, (one) => this.#act(one));
    for (const [index, one] of invoked.entries()) {
      const answer = answers[index];
      if (answer instanceof Contradiction) throw answer.error;
      if (one.what === "run" && answer === DEAD) this.#channels.replaceContainer();
      if (one.what === "list" && Array.isArray(answer)) {
        const forAdmins = ({ kind }: Pick<Notice, "kind">) => recordOf(kind).seenBy === "administrators";
        if (!one.isAdmin && answer.some(forAdmins)) throw new Error(`A user lists: ${JSON.stringify(answer)}`);
        this.#announcements.judgeList(
          answer,
          one.isAdmin ? certain : certain.filter((each) => !forAdmins(each.notice)),
        );
      }
      if (answer === 403) throw new Error("Somebody may not list notices.");
    }
    // Only then: the answers were given before.
    for (const one of invoked) if (one.what === "expiry") await this.#expire(one.passes);
  }

  async end(): Promise<void> {
    const { clock } = this.#world;
    this.#channels.heal();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [next] = (await this.#stored())
        .flatMap(({ reconcile_at, pending_partition }) => (pending_partition === undefined ? [] : [reconcile_at ?? ""]))
        .sort();
      if (next === undefined) break;
      clock.forward(Math.max(MINUTE, Date.parse(next) - clock.now().getTime()));
      await sendDue({ ...this.#services, ...this.#channels.services() }, "run-1");
    }
    const items = await this.#stored();
    const listed = await this.#list(100, true);
    if (!Array.isArray(listed)) throw new Error(`The list was answered ${listed}.`);
    this.#announcements.judgeList(listed, this.#announcements.certain);
    if (listed.length !== items.filter(({ created_at }) => created_at !== undefined).length)
      throw new Error("The list is not the table.");
    judgeSending({
      channels: this.#channels,
      announcements: this.#announcements,
      items,
      undelivered: this.#undelivered,
      wasTroubled: this.#wasTroubled,
    });
  }

  #act(one: NoticeInvoked): Promise<unknown> {
    const { actors, clock } = this.#world;
    switch (one.what) {
      case "announce":
      case "cover":
        return this.#announce(one).catch((error: unknown) => (error instanceof Contradiction ? error : String(error)));
      case "run":
        return sendDue({ ...this.#services, ...this.#channels.services() }, "run-1").catch((error: unknown) =>
          String(error),
        );
      case "list":
        return this.#list(one.limit, one.isAdmin);
      case "time":
        return actors.outside(async () => clock.forward(one.passes));
      case "expiry":
        // DynamoDB deletes items between the steps.
        return actors.outside(async () => undefined);
      case "change":
        return actors.outside(async () => {
          const { change } = one;
          if ("settings" in change) this.#channels.settings = { ...this.#channels.settings, ...change.settings };
          else if ("webhook" in change) this.#channels.webhook = change.webhook;
          else this.#channels.mail = change.mail;
        });
    }
  }

  async #announce({ what, subject, kind, count }: Extract<NoticeInvoked, { count: number }>): Promise<void> {
    const { clock } = this.#world;
    for (let number = 0; number < count; number += 1) {
      // No two notices have one time: by it a writer knows its own.
      clock.forward(1);
      const now = clock.now();
      // A chat room would read an underscore as markup, and the webhook is told another one.
      const about = `${kind.replace("_", " ")} ${subject} ${number}`;
      const { id } = priceNotice(about, now);
      const title = `${about}, seen ${now.getTime()}`;
      const notice = priceNotice(about, now, { kind, title, body: `The text of ${title}` });
      if (what === "cover") {
        this.#announcements.covers(id, now.getTime());
        await this.#writer.putCovered(id, notice);
        continue;
      }
      const announcement = this.#announcements.begins(notice);
      const isMade = await this.#writer.put(notice);
      try {
        this.#announcements.ended(announcement, isMade);
      } catch (error) {
        throw new Contradiction(error as Error);
      }
    }
  }

  /** All pages of the list; or the status of an answer that is not 200. */
  async #list(limit: number, isAdmin: boolean): Promise<readonly Listed[] | number> {
    const listed: Listed[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = { limit: String(limit), ...(cursor === "" ? {} : { cursor }) };
      const { status, body }: HttpAnswer = await this.#api({ query, groups: isAdmin ? ["admin"] : [] });
      if (status !== 200) return status;
      listed.push(...body.notices);
      cursor = body.next_cursor;
    }
    return listed;
  }

  async #expire(passes: number): Promise<void> {
    const { actors, clock } = this.#world;
    clock.forward(passes);
    const now = clock.now().getTime();
    this.#announcements.expire(now);
    for (const { pk, sk, expires_at } of await this.#stored())
      if (expires_at !== undefined && expires_at * 1_000 < now)
        await actors.client.send(new DeleteCommand({ TableName: "notices", Key: { pk, sk } }));
  }

  async #stored(): Promise<readonly StoredSending[]> {
    const { Items = [] } = await this.#world.actors.client.send(
      new ScanCommand({ TableName: "notices", ConsistentRead: true }),
    );
    return Items as StoredSending[];
  }
}

/** An observation that the model can't explain, within an invocation. */
class Contradiction extends Error {
  readonly error: Error;

  constructor(error: Error) {
    super(error.message);
    this.error = error;
  }
}

function apiOf(notices: NoticeTable) {
  const handler = httpApi({
    routes: noticesRoutes,
    environment: {},
    services: () => ({ notices, siteUrl: SITE_URL, language: "en" as const }),
    operations: { listNotices },
  });
  return (request: { readonly query: Readonly<Record<string, string>>; readonly groups: string[] }) =>
    answerTo(handler, { route: "GET /v1/notices", user: "olga", ...request });
}
