import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { ClaimAttributes } from "../../../lambdas/shared/sending/claim.ts";
import { claimIn } from "../../../lambdas/shared/sending/claim.ts";
import type { Claims, SendingOutcome, StoredClaim } from "../../../lambdas/shared/sending/send-once.ts";
import { sendOnce, settle } from "../../../lambdas/shared/sending/send-once.ts";
import { is } from "../../../lambdas/shared/table/expression.ts";
import type { Update } from "../../../lambdas/shared/table/update.ts";
import { updateItem } from "../../../lambdas/shared/table/update.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient, throttledClient } from "../../emulators/intercepted-client.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { at, MINUTE, newUser, START, testClock } from "../../emulators/test-clock.ts";
import { testIds } from "../../emulators/test-queue.ts";

dynamoOfFile();

const SENT: SendingOutcome = { kind: "sent" };
const REFUSED: SendingOutcome = { kind: "refused", code: "mail_refused", cause: "no" };
const UNKNOWN: SendingOutcome = { kind: "unknown", code: "mail_outcome_unknown", cause: "silence" };

describe("a claim in a map of an item", () => {
  const writes = claimIn("mail");
  let key: { pk: string; sk: string };
  let clock: TestClock;
  /** The codes of the unknown outcomes that were logged. */
  let logged: string[];
  const newId = testIds();

  beforeEach(async () => {
    key = { pk: newUser(), sk: "mail" };
    clock = testClock();
    logged = [];
    await put({});
  });

  async function put(attributes: ClaimAttributes): Promise<void> {
    const Item = { ...key, former: "first", mail: attributes };
    await dynamo.client.send(new PutCommand({ TableName: "notices", Item }));
  }

  async function item(): Promise<Record<string, unknown>> {
    const { Item = {} } = await dynamo.client.send(new GetCommand({ TableName: "notices", Key: key }));
    const { pk, sk, ...attributes } = Item;
    return attributes;
  }

  /** What the item holds of the claim, beside `former`. */
  const stored = (attributes: ClaimAttributes) => ({ former: "first", mail: attributes });

  function claims(client: DynamoDBDocumentClient = dynamo.client): Claims {
    const write = (update: Update) => updateItem(client, { TableName: "notices", Key: key }, update);
    return {
      claim: (claim, now) => write(writes.claim(claim, now, [])),
      end: (claim, status) => write(writes.end(claim, status)),
      giveBack: (claim) => write(writes.giveBack(claim)),
      async get(): Promise<StoredClaim> {
        const { status = "waiting", claim = null, claimed_at = null } = (await item()).mail as ClaimAttributes;
        return { status, claim, claimedAt: claimed_at };
      },
    };
  }

  const logUnknown = ({ code }: { readonly code: string }) => void logged.push(code);
  const send = (outcome: SendingOutcome) => sendOnce(claims(), async () => outcome, { clock, newId, logUnknown });

  it.each([
    { what: "new", attributes: {} },
    { what: "waiting", attributes: { status: "waiting" } },
  ])("is of one claimant if it is $what", async ({ attributes }) => {
    await put(attributes);
    const won = await Promise.all(["one", "two"].map((claim) => claims().claim(claim, START)));
    expect(won.toSorted()).toEqual([false, true]);
    const claim = won[0] ? "one" : "two";
    expect(await item()).toEqual(stored({ status: "claimed", claim, claimed_at: START.toISOString() }));
  });

  it("is ended, or given back, by its claimant only and once", async () => {
    await claims().claim("one", START);
    expect(await claims().end("two", "sent")).toBe(false);
    expect(await claims().giveBack("two")).toBe(false);
    expect(await claims().giveBack("one")).toBe(true);
    expect(await claims().giveBack("one")).toBe(false);
    expect(await claims().end("one", "sent")).toBe(false);
    await claims().claim("one", START);
    expect(await claims().end("one", "sent")).toBe(true);
    expect(await claims().end("one", "unknown")).toBe(false);
    expect(await item()).toEqual(stored({ status: "sent", claim: "one", claimed_at: START.toISOString() }));
    expect(await claims().claim("two", START)).toBe(false);
  });

  it("recognizes its own writes when their responses are lost", async () => {
    expect(await claims(forgetfulClient(dynamo)).claim("one", START)).toBe(true);
    expect(await claims(forgetfulClient(dynamo)).giveBack("one")).toBe(true);
    await claims().claim("two", START);
    expect(await claims(forgetfulClient(dynamo)).end("two", "sent")).toBe(true);
  });

  it("does not take another's write for its own when it is retried", async () => {
    await claims().claim("one", START);
    const taken = forgetfulClient(dynamo, async () => void (await claims().claim("two", START)));
    expect(await claims(taken).giveBack("one")).toBe(false);
    await claims().giveBack("two");
    const given = forgetfulClient(dynamo, async () => {
      await claims().giveBack("three");
      await claims().claim("four", START);
    });
    expect(await claims(given).claim("three", START)).toBe(false);
    expect(await claims().get()).toMatchObject({ status: "claimed", claim: "four" });
    const ended = throttledClient(dynamo, async () => void (await claims().end("four", "unknown")));
    expect(await claims(ended).end("four", "sent")).toBe(false);
  });

  it("is taken only while the item is as the caller requires", async () => {
    const claimIf = (former: string) =>
      updateItem(dynamo.client, { TableName: "notices", Key: key }, writes.claim("one", START, [is("former", former)]));
    expect(await claimIf("another")).toBe(false);
    expect(await item()).toEqual(stored({}));
    expect(await claimIf("first")).toBe(true);
  });

  it.each([
    { outcome: SENT, status: "sent" },
    { outcome: UNKNOWN, status: "unknown" },
    { outcome: REFUSED, status: "waiting" },
  ])("leaves $status after the outcome $outcome.kind", async ({ outcome, status }) => {
    expect(await send(outcome)).toEqual(outcome);
    expect((await claims().get())?.status).toBe(status);
    expect(logged).toEqual(status === "unknown" ? [UNKNOWN.code] : []);
  });

  it("resends refused messages, and nothing else", async () => {
    const kinds: string[] = [];
    for (const outcome of [REFUSED, SENT, SENT]) kinds.push((await send(outcome)).kind);
    expect(kinds).toEqual(["refused", "sent", "over"]);
  });

  it("that was left is waited for, and after ten minutes ended as unknown, without another try", async () => {
    await claims().claim("left", START);
    clock.forward(10 * MINUTE - 1);
    expect(await send(SENT)).toEqual({ kind: "claimed", leftMs: 1 });
    expect(logged).toEqual([]);
    clock.forward(1);
    expect(await send(SENT)).toEqual({ kind: "unknown", code: "claimant_stopped", cause: undefined });
    expect(await send(SENT)).toEqual({ kind: "over" });
    expect((await claims().get())?.status).toBe("unknown");
    expect(logged).toEqual(["claimant_stopped"]);
  });
});

describe("the claim of another invocation", () => {
  const claimed = { status: "claimed", claim: "left", claimedAt: START.toISOString() };
  const logUnknown = () => undefined;

  it.each<{ what: string; known: StoredClaim | null }>([
    { what: "is not there", known: null },
    { what: "has ended", known: { ...claimed, status: "sent" } },
    { what: "has no name", known: { ...claimed, claim: null } },
    { what: "has no time", known: { ...claimed, claimedAt: null } },
  ])("is over if it $what, and is not ended again", async ({ known }) => {
    const ended: string[] = [];
    const clock = testClock();
    clock.forward(60 * MINUTE);
    const end = async (claim: string) => ended.push(claim) > 0;
    expect(await settle({ get: async () => known, end }, { clock, logUnknown })).toEqual({ kind: "over" });
    expect(ended).toEqual([]);
  });

  it("is over if it ends while it is read", async () => {
    const clock = { ...testClock(), now: () => at(60 * MINUTE) };
    expect(await settle({ get: async () => claimed, end: async () => false }, { clock, logUnknown })).toEqual({
      kind: "over",
    });
  });

  it("is waited for as long as waits are scaled, also when it was just given back", async () => {
    const claims = { get: async () => claimed, end: async () => true };
    const services = { clock: testClock(0.1), logUnknown };
    expect(await settle(claims, services)).toEqual({ kind: "claimed", leftMs: MINUTE });
    const givenBack = { ...claims, get: async () => ({ status: "waiting", claim: null, claimedAt: null }) };
    expect(await settle(givenBack, services)).toEqual({ kind: "claimed", leftMs: MINUTE / 10 });
  });
});
