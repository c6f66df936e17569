import type { Clock } from "../shared/clock.ts";
import { errorFields, log } from "../shared/log.ts";
import type { Notice } from "../shared/notices/notice.ts";
import { inLanguage, recordOf } from "../shared/notices/notice-kinds.ts";
import type { Try } from "../shared/sending/send-once.ts";
import { sendOnce } from "../shared/sending/send-once.ts";
import type { BackOff } from "../shared/work/back-off.ts";
import { backOffSeconds } from "../shared/work/back-off.ts";
import type { Channel, ChannelServices } from "./channels.ts";
import { configuredChannels } from "./channels.ts";
import { digestNotice } from "./digest.ts";
import type { NoticeTable, Sending, SendingKey } from "./notice-table.ts";

export interface SendServices extends ChannelServices {
  readonly notices: NoticeTable;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newId: () => string;
}

/** Notices and digests of one run; the next run takes the rest. Unknown senders of mentions can cause thousands. */
const PER_RUN = 1_000;
/** Notices and digests that are sent concurrently. */
const CONCURRENCY = 5;
/** Milliseconds of real time in which a run begins to send; the function's time-out leaves a minute beyond. */
const RUN_MS = 60_000;
/** How long after its day a digest is sent: by then every write that adds a notice to it has ended. */
const DIGEST_AFTER_MS = 5 * 60_000;
/** How many notices a digest names; it says so if there are more. */
const NAMED = 100;

/** A channel that refuses is tried again: after minutes at first, hourly then, about a day in all. */
const REFUSAL_BACK_OFF: BackOff = { first: 60, factor: 2, longest: 3_600 };
const MAX_REFUSALS = 30;

/**
 * Sends what is due: each notice by each channel at most once, and those beyond ten of a kind and day in one digest.
 *
 * @returns how many were processed
 * @throws Error at the end when any could not be processed, so that the schedule's alarm fires
 */
export async function sendDue(services: SendServices, correlationId: string): Promise<Record<string, number>> {
  const { notices, clock } = services;
  const by = clock.now().getTime() + RUN_MS;
  const due = await notices.overdue(clock.now(), PER_RUN);
  if (due.length === 0) return { due: 0 };
  const channels = await configuredChannels(services);
  let errors = 0;
  for (let start = 0; start < due.length && clock.now().getTime() < by; start += CONCURRENCY) {
    await Promise.all(
      due.slice(start, start + CONCURRENCY).map(async (key) => {
        try {
          await send(key, channels, services);
        } catch (error) {
          errors += 1;
          log.error("notice_sending_failed", { notice: key.sk, correlation_id: correlationId, ...errorFields(error) });
        }
      }),
    );
  }
  if (errors > 0) throw new Error(`${errors} notices could not be sent.`);
  return { due: due.length };
}

async function send(key: SendingKey, configured: readonly Channel[], services: SendServices): Promise<void> {
  const { notices, clock } = services;
  const sending = await notices.get(key);
  if (sending === null) return;
  const notice = await readContent(sending, services);
  if (notice === null) {
    await notices.finish(key);
    return;
  }
  const kind = recordOf(notice.kind);
  const channels = configured.filter(({ name }) => kind.channels.includes(name));
  if (channels.length === 0) {
    await notices.finish(key);
    return;
  }
  const takesTurn = "notice" in sending.of && !sending.isBegun && kind.digest !== null;
  if (takesTurn && !(await notices.takeTurn(notice, clock.now()))) {
    // Without effect when the day's digest is being sent: by the next run another day has begun.
    await notices.addToDigest(notice, clock.now(), clock.wait(DIGEST_AFTER_MS));
    return;
  }
  const tries = await Promise.all(channels.map((channel) => sendBy(channel, notice, sending, services)));
  await conclude(sending, tries, services);
}

/** The content to be sent: the notice, or the digest; null for a digest that names nothing. */
async function readContent({ of }: Sending, { notices, clock, language }: SendServices): Promise<Notice | null> {
  if ("notice" in of) return inLanguage(of.notice, language);
  const named = await notices.noticesOf(of.digest, NAMED);
  return named.notices.length === 0 ? null : digestNotice(of.digest, named, clock.now(), language);
}

interface ChannelTry {
  readonly channel: Channel;
  readonly came: Try;
}

async function sendBy(channel: Channel, notice: Notice, { key }: Sending, services: SendServices): Promise<ChannelTry> {
  const about = { notice: key.sk, kind: notice.kind, channel: channel.name };
  const came = await sendOnce(services.notices.claimsOn(key, channel.name), () => channel.send(notice), {
    ...services,
    logUnknown: (outcome) => log.error("notice_not_delivered", { ...about, ...causeOf(outcome) }),
  });
  if (came.kind === "sent") log.info("notice_sent", about);
  else if (came.kind === "refused") log.warn("notice_refused", { ...about, ...causeOf(came) });
  return { channel, came };
}

/** Ends what every channel has ended, and schedules another try for the rest. */
async function conclude(
  { key, refusals }: Sending,
  tries: readonly ChannelTry[],
  { notices, clock, random }: SendServices,
): Promise<void> {
  const waits: number[] = [];
  let refused = refusals;
  if (tries.some(({ came }) => came.kind === "refused")) {
    refused += 1;
    if (refused < MAX_REFUSALS)
      waits.push(clock.wait(backOffSeconds(REFUSAL_BACK_OFF, refused, null, random()) * 1_000));
  }
  for (const { channel, came } of tries) {
    if (came.kind === "claimed") waits.push(came.leftMs);
    if (came.kind === "refused" && refused >= MAX_REFUSALS) {
      log.error("notice_not_delivered", { notice: key.sk, channel: channel.name, code: came.code });
    }
  }
  if (waits.length === 0) await notices.finish(key);
  else await notices.postpone(key, new Date(clock.now().getTime() + Math.min(...waits)), refused);
}

function causeOf({ code, cause }: { readonly code: string; readonly cause: unknown }) {
  return { ...(cause === undefined ? {} : errorFields(cause)), code };
}
