import { beforeEach, describe, expect, it } from "vitest";
import { Rejected } from "../../../lambdas/shared/http/rejected.ts";
import type {
  Creation,
  CreationResult,
  KeyedRequest,
  OnceServices,
} from "../../../lambdas/shared/idempotency/create-once.ts";
import { createOnce } from "../../../lambdas/shared/idempotency/create-once.ts";
import { IdempotencyTable } from "../../../lambdas/shared/idempotency/idempotency-table.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { at, MINUTE, newUser, testClock } from "../../emulators/test-clock.ts";
import { testIds } from "../../emulators/test-queue.ts";
import { answerOf, KEY, keyedRequest } from "./keyed-request.ts";

const HOUR = 60 * MINUTE;
const REPLAYED = { "idempotency-replayed": "true" };

const log = capturedLog();
let clock: TestClock;
let services: OnceServices;
let user: string;
let creations: Creation[];

dynamoOfFile();
beforeEach(() => {
  clock = testClock();
  services = { idempotencyKeys: new IdempotencyTable(dynamo.client, "idempotency_keys"), clock, newId: testIds() };
  user = newUser();
  creations = [];
  dynamo.requests.length = 0;
});

const request = (changes: Partial<KeyedRequest> = {}) => keyedRequest(user, changes);

/** An operation that creates whatever is requested. */
function creating(reproducible: boolean): (creation: Creation) => Promise<CreationResult> {
  return async (creation) => {
    creations.push(creation);
    return { answer: answerOf(creation), reproducible };
  };
}

function failing(error: Error) {
  return async (creation: Creation): Promise<CreationResult> => {
    creations.push(creation);
    throw error;
  };
}

/** The services where every call of a command fails. */
function withoutAnswerTo(failing: string): OnceServices {
  const client = interceptedClient(
    dynamo,
    async ({ command }, forward) => {
      if (command === failing) throw awsError("InternalServerError", 500);
      return forward();
    },
    1,
  );
  return { ...services, idempotencyKeys: new IdempotencyTable(client, "idempotency_keys") };
}

const refused = new Rejected(400, "not_this_one", "Send another.");
const reused = {
  status: 409,
  code: "idempotency_key_reused",
  message: expect.stringContaining("Generate a new key for a new intent."),
};

describe("a request without a key", () => {
  it("creates every time, and uses no table", async () => {
    const without = request({ idempotencyKey: null });
    const first = await createOnce(without, services, creating(false));
    const second = await createOnce(without, services, creating(false));
    expect(first).toEqual(answerOf({ id: "id-1", at: at(0) }));
    expect(second).toEqual(answerOf({ id: "id-2", at: at(0) }));
    expect(dynamo.requests).toEqual([]);
  });
});

describe("a request with a key", () => {
  it("creates with an id and a time of its own, at one write if the item proves the answer", async () => {
    expect(await createOnce(request(), services, creating(true))).toEqual(answerOf({ id: "id-1", at: at(0) }));
    expect(dynamo.requests).toEqual(["PutItemCommand"]);
  });

  it("stores the answer with the key, in one more write, if nothing else proves it", async () => {
    await createOnce(request(), services, creating(false));
    expect(dynamo.requests).toEqual(["PutItemCommand", "UpdateItemCommand"]);
  });
});

describe("the same request again", () => {
  it("gets the stored answer, marked, is logged as a replay, and creates nothing", async () => {
    const first = await createOnce(request(), services, creating(false));
    clock.forward(71 * HOUR);
    dynamo.requests.length = 0;
    const again = await createOnce(request({ correlationId: "request-2" }), services, creating(false));
    expect(again).toEqual({ ...first, headers: { ...first.headers, ...REPLAYED } });
    expect(creations).toHaveLength(1);
    expect(dynamo.requests).toEqual(["PutItemCommand", "GetItemCommand"]);
    expect(log.lines("idempotency_key_used").map(({ replays }) => replays)).toEqual([0, 1]);
    expect(log.raw.join()).not.toContain(KEY);
  });

  it("creates with the first one's id and time if the item proves the answer", async () => {
    const first = await createOnce(request(), services, creating(true));
    clock.forward(HOUR);
    const again = await createOnce(request(), services, creating(true));
    expect(again).toEqual({ ...first, headers: { ...first.headers, ...REPLAYED } });
    expect(creations).toEqual([
      { id: "id-1", at: at(0) },
      { id: "id-1", at: at(0) },
    ]);
  });

  it("creates at the time of its own request, not of the first one, whose work was not done", async () => {
    const times: Date[] = [];
    const create = (reproducible: boolean) => async (creation: Creation, now: Date) => {
      times.push(now);
      return creating(reproducible)(creation);
    };
    await createOnce(request(), services, create(true));
    clock.forward(HOUR);
    await createOnce(request(), services, create(true));
    expect(times).toEqual([at(0), at(HOUR)]);
  });

  it("is the same with another order of its fields, and with null fields", async () => {
    await createOnce(request({ body: { name: "an item", size: 7, note: null } }), services, creating(false));
    const again = await createOnce(request({ body: { size: 7, name: "an item" } }), services, creating(false));
    expect(again.headers).toMatchObject(REPLAYED);
  });

  it("gets the first answer that was stored, when another request stored one earlier", async () => {
    const slow = async (creation: Creation) => {
      await createOnce(request(), services, creating(false));
      return { answer: { status: 200, body: creation }, reproducible: false };
    };
    expect(await createOnce(request(), services, slow)).toEqual(answerOf({ id: "id-1", at: at(0) }));
  });

  it("is a new request after 72 hours, even if the item still exists", async () => {
    await createOnce(request(), services, creating(false));
    clock.forward(72 * HOUR - 1);
    expect((await createOnce(request(), services, creating(false))).headers).toMatchObject(REPLAYED);
    clock.forward(1);
    expect(await createOnce(request(), services, creating(false))).toEqual(answerOf({ id: "id-3", at: at(72 * HOUR) }));
  });
});

describe("another body with the key", () => {
  it.each([true, false])(
    "is rejected and creates nothing, whether or not the item proves the answer: %s",
    async (reproducible) => {
      const first = await createOnce(request(), services, creating(reproducible));
      const other = request({ body: { name: "another" } });
      await expect(createOnce(other, services, creating(reproducible))).rejects.toMatchObject(reused);
      expect(creations).toHaveLength(1);
      const again = await createOnce(request(), services, creating(reproducible));
      expect(again.body).toEqual(first.body);
    },
  );

  const scopes: [string, () => Partial<KeyedRequest>][] = [
    ["another user", () => ({ caller: { userId: newUser(), isAdmin: false } })],
    ["an administrator, who is another user too", () => ({ caller: { userId: newUser(), isAdmin: true } })],
    ["another route", () => ({ routeKey: "POST /v1/others" })],
    ["another method", () => ({ routeKey: "PUT /v1/items" })],
    ["another key", () => ({ idempotencyKey: "919108f7-52d1-4320-9bac-f847db4148a8" })],
  ];
  it.each(scopes)("is a separate request by %s", async (_, changes) => {
    await createOnce(request(), services, creating(false));
    const other = await createOnce(request({ body: { name: "another" }, ...changes() }), services, creating(false));
    expect(other.headers).not.toMatchObject(REPLAYED);
    expect(creations).toHaveLength(2);
  });
});

describe("a creation that is rejected", () => {
  it.each([400, 404, 408, 409, 422, 425, 429])(
    "with %i leaves the key unused, also for another body",
    async (status) => {
      const error = new Rejected(status, "not_now", "Later.");
      const other = request({ body: { name: "another" } });
      await expect(createOnce(request(), services, failing(error))).rejects.toBe(error);
      expect(await createOnce(other, services, creating(true))).toEqual(answerOf({ id: "id-2", at: at(0) }));
    },
  );

  it("is rejected all the same when the key can't be released", async () => {
    const away = withoutAnswerTo("DeleteItemCommand");
    await expect(createOnce(request(), away, failing(refused))).rejects.toBe(refused);
    expect(log.lines("idempotency_key_not_released")).toHaveLength(1);
    // Sent again, it is rejected for its content, not because of its key.
    await expect(createOnce(request(), services, failing(refused))).rejects.toBe(refused);
  });
});

describe("a creation that fails", () => {
  it.each([
    ["a bug", new TypeError("no such item")],
    ["an unavailable service", awsError("ThrottlingException", 400)],
    ["our own 500", new Rejected(500, "internal_error", "Again.")],
    ["our own 503", new Rejected(503, "temporarily_unavailable", "Again.")],
  ])("by %s is completed with its id by the same body, and by no other", async (_, error) => {
    await expect(createOnce(request(), services, failing(error))).rejects.toBe(error);
    const other = request({ body: { name: "another" } });
    await expect(createOnce(other, services, creating(true))).rejects.toMatchObject(reused);
    clock.forward(HOUR);
    expect((await createOnce(request(), services, creating(true))).body).toEqual(
      answerOf({ id: "id-1", at: at(0) }).body,
    );
    expect(creations.map(({ id }) => id)).toEqual(["id-1", "id-1"]);
  });

  it("because its answer can't be stored is not acknowledged, and completed when it is repeated", async () => {
    const away = withoutAnswerTo("UpdateItemCommand");
    await expect(createOnce(request(), away, creating(false))).rejects.toThrow("injected");
    const again = await createOnce(request(), services, creating(false));
    expect(again).toMatchObject({ body: { id: "id-1" }, headers: REPLAYED });
    expect(new Set(creations.map(({ id }) => id)).size).toBe(1);
  });
});

describe("a key that changes between two calls", () => {
  it("is read again", async () => {
    const { idempotencyKeys } = services;
    await expect(createOnce(request(), services, failing(new TypeError("bug")))).rejects.toThrow("bug");
    const get = idempotencyKeys.get.bind(idempotencyKeys);
    // Another request is rejected and releases the key after ours found it in use.
    idempotencyKeys.get = async (id, now) => {
      idempotencyKeys.get = get;
      const record = await get(id, now);
      if (record !== null) await idempotencyKeys.release(record);
      return get(id, now);
    };
    expect(await createOnce(request(), services, creating(true))).toEqual(answerOf({ id: "id-2", at: at(0) }));
  });

  it("is answered 503 with Retry-After when it has changed five times", async () => {
    const { idempotencyKeys } = services;
    let claims = 0;
    idempotencyKeys.claim = async () => {
      claims += 1;
      return false;
    };
    idempotencyKeys.get = async () => null;
    await expect(createOnce(request(), services, creating(true))).rejects.toMatchObject({
      status: 503,
      headers: { "retry-after": "1" },
    });
    expect(creations).toEqual([]);
    expect(claims).toBe(5);
  });

  it("gets its own answer when another request was rejected meanwhile, and has released the key", async () => {
    const slow = async (creation: Creation) => {
      await expect(createOnce(request(), services, failing(refused))).rejects.toBe(refused);
      return creating(false)(creation);
    };
    expect(await createOnce(request(), services, slow)).toEqual(answerOf({ id: "id-1", at: at(0) }));
  });

  it("gets its own answer, never that of another body which got the key after it expired", async () => {
    const slow = async (creation: Creation) => {
      clock.forward(73 * HOUR);
      await createOnce(request({ body: { name: "another" } }), services, creating(false));
      return creating(false)(creation);
    };
    expect(await createOnce(request(), services, slow)).toEqual(answerOf({ id: "id-1", at: at(0) }));
    // The key now belongs to the other request, and stays so.
    const again = await createOnce(request({ body: { name: "another" } }), services, creating(false));
    expect(again).toMatchObject({ body: { id: "id-2" }, headers: REPLAYED });
  });
});
