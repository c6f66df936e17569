import type { SQSBatchResponse } from "aws-lambda";
import type { TestDynamo } from "../emulators/dynamo.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import type { Caller } from "./endings.ts";
import type { BrokenCall } from "./fault.ts";
import type { FaultQueue } from "./fault-queue.ts";
import { System } from "./system.ts";

/** A feature's functions over a system. */
export interface FaultWorld {
  readonly system: System;
  /** The tables whose items count as state. */
  readonly tables: readonly string[];
  /** Whether no more pages of other sites may be requested than in an undisturbed run, unless the worker was broken. */
  readonly requestsOnce?: boolean;
  /** Whether reconcile may complete what a broken invocation began, although its message is delivered again. */
  readonly mayBeLeft?: boolean;
  /** Whether an item, as a text, is one that waits for work; every item without. What an attempt has found is none. */
  readonly isWorkItem?: (item: string) => boolean;
  /** Sends a request to the feature's HTTP function. */
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>;
  /** An item's text without what a repetition may change; null for an item that the API's answers make up for. */
  readonly settled?: (item: string, broken: BrokenCall) => string | null;
  /** What reached people that may reach them once, each as often as it did. */
  readonly reached?: () => readonly string[];
  /**
   * What reached people and other sites, each as often as it did, and what the API answers, if it is to be compared. Null:
   * no call was broken, or the SDK repeated it.
   */
  readonly effects?: (broken: BrokenCall | null) => Promise<unknown>;
}

interface Happening<W> {
  /** What another invocation does. False: it can't happen before this call. */
  happens(world: W): Promise<unknown>;
}

/** What another invocation does while an entry works, and what the entry leaves as it is from then on. */
export interface Overtaking<W> extends Happening<W> {
  /** Finds, in the texts of items and of sent messages, the parts that stay. Null: every work item, to the letter. */
  readonly stays: RegExp | null;
}

/** An entry point of a feature in a state of its world. */
export interface Entry<W extends FaultWorld = FaultWorld> {
  /** `POST /v1/stocks`, `queue oembed-fetch` or `schedule reconcile`. */
  readonly of: string;
  /** The state before, in words. */
  readonly when: string;
  readonly caller: Caller;
  /** Brings about the state. */
  prepare(world: W): Promise<unknown>;
  /** One invocation. */
  act(world: W): Promise<unknown>;
  /** The statuses of a request that is repeated although it took effect, beside its own. */
  readonly repeated: readonly number[];
  /** Whether the end may be that of no invocation at all, even if the caller goes on. */
  readonly mayStay?: boolean;
  /**
   * What overtakes the attempt that the entry begins, in words: a newer attempt that begins or has ended, a deletion. From
   * then on the attempt changes no work item, whichever of its calls comes next; or, with `stays`, nothing of what stays.
   */
  readonly overtakenBy?: Readonly<Record<string, Happening<W>["happens"] | Overtaking<W>>>;
  /** Whether the entry gives its message up. Overtaken before its last write, it deletes the message: no dead letter is left. */
  readonly isGivenUp?: boolean;
  /** How many pages of another site a run that continues an earlier one requests again, at the most. */
  readonly requestsAgain?: number;
  /** The queue whose message the entry processes. */
  queue?(world: W): FaultQueue<never>;
}

/** The entries of a feature. */
export interface FaultFeature<W extends FaultWorld = FaultWorld> {
  readonly name: string;
  start(system: System): W;
  readonly entries: readonly Entry<W>[];
}

/** Builds a feature's world in empty tables, and brings about an entry's state. */
export async function startEntry<W extends FaultWorld>(
  feature: FaultFeature<W>,
  entry: Entry<W>,
  dynamo: TestDynamo,
): Promise<W> {
  const world = feature.start(new System(dynamo));
  await entry.prepare(world);
  return world;
}

type Prepare<W> = (world: W) => Promise<unknown>;
const nothing = async () => undefined;

/** An operation of the API. @param repeated statuses of the same request after it took effect, beside the first one's */
export function request<W extends FaultWorld>(
  wanted: HttpRequest,
  when: string,
  prepare: Prepare<W> = nothing,
  repeated: readonly number[] = [],
): Entry<W> {
  const client = wanted.headers?.["idempotency-key"] === undefined ? "client" : "client with a key";
  const caller = /^(?:GET|HEAD) /.test(wanted.route) ? "reader" : client;
  return { of: wanted.route, when, caller, prepare, act: ({ send }) => send(wanted), repeated };
}

/**
 * The consumer of a queue.
 *
 * @param prepare leaves one message in the queue
 * @param mayStay whether the end may be that of no invocation at all
 */
export function message<W extends FaultWorld>(
  name: string,
  when: string,
  prepare: Prepare<W>,
  mayStay = false,
): Entry<W> {
  const queue = ({ system }: W) => {
    const found = system.queues.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no queue ${name}.`);
    return found;
  };
  const act = async (world: W): Promise<SQSBatchResponse> => {
    const response = await queue(world).deliver();
    if (response === null) throw new Error(`Queue ${name} has no message that is visible.`);
    return response;
  };
  return { of: `queue ${name}`, when, caller: "queue", prepare, act, repeated: [], mayStay, queue };
}

/**
 * An entry that comes too late: it changes no work item, and requests nothing of another site.
 *
 * @param stays the parts of items, as texts, that it leaves as they are instead
 */
export function late<W extends FaultWorld>(entry: Entry<W>, stays: RegExp | null = null): Entry<W> {
  return { ...entry, overtakenBy: { "what has happened before": { happens: async () => undefined, stays } } };
}

/** An entry whose message is at its last attempt, and is given up. */
export function givenUp<W extends FaultWorld>(entry: Entry<W>): Entry<W> {
  return { ...entry, isGivenUp: true };
}

/** A run of a schedule. */
export function schedule<W extends FaultWorld>(
  name: string,
  when: string,
  run: (world: W) => Promise<unknown>,
  prepare: Prepare<W> = nothing,
): Entry<W> {
  return { of: `schedule ${name}`, when, caller: "schedule", prepare, act: run, repeated: [] };
}
