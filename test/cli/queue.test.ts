import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiClient, QueuesAnswer } from "../local/api-client.ts";
import { isRequestFor, System } from "../local/system.ts";
import { until } from "../local/until.ts";
import type { Ran } from "./command-line.ts";
import { magpie, magpieProcess } from "./command-line.ts";

let system: System;

beforeAll(async () => {
  system = await System.start();
});

afterAll(() => system.close());

const run = (...args: string[]): Promise<Ran> => magpie(system.dataFolder, args);

/** A deck that failed at a broken site, and its dead letter. */
async function deadLettered(url: string): Promise<{ user: ApiClient; id: string }> {
  const user = await system.newUser();
  system.sites.fault(isRequestFor(url), { kind: "status", status: 503 });
  const { id } = await user.save(url);
  await user.settled(id);
  await until(
    "the dead letter is there",
    () => system.admin.fetchQueue(),
    ({ dlq_depth, in_flight, depth }) => dlq_depth === 1 && in_flight + depth === 0,
  );
  system.sites.clearFaults();
  return { user, id };
}

describe("queue", () => {
  it("shows dead letters and moves them back, after which the work is done", async () => {
    const { user, id } = await deadLettered("https://speakerdeck.com/ada/operated");

    const listed = await run("queue", "ls");
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    const [head, ...rows] = listed.stdout.split("\n").map((line) => line.split(/ {2,}/));
    expect(head).toEqual(["NAME", "DEPTH", "IN FLIGHT", "DEAD LETTERS", "OLDEST"]);
    expect(rows).toContainEqual(["oembed-fetch", "0", "0", "1", "-"]);

    expect(await run("queue", "redrive", "oembed-fetch")).toEqual({
      code: 0,
      stdout: "Redrive of oembed-fetch started.\n",
      stderr: "",
    });
    await until(
      "the redriven stock is ready",
      () => user.stock(id),
      ({ status }) => status === "ready",
    );
    // The message is deleted a moment after its stock is ready.
    await system.queue.idle();
    expect((await system.admin.fetchQueue()).dlq_depth).toBe(0);
  });

  it("prints the API's own JSON with --json, at any place", async () => {
    for (const args of [
      ["queue", "ls", "--json"],
      ["--json", "queue", "ls"],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      const { body } = await system.admin.call<QueuesAnswer>("GET", "/v1/ops/queues");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(JSON.parse(stdout)).toEqual(body);
      expect(stdout.split("\n")).toEqual([expect.any(String), ""]);
    }
  });

  it("prints the API's message for an empty dead-letter queue", async () => {
    expect(await run("queue", "redrive", "oembed-fetch", "--json")).toEqual({
      code: 0,
      stdout: '{"name":"oembed-fetch"}\n',
      stderr: "",
    });
  });

  it("names the command that lists the names when a queue is unknown", async () => {
    expect(await run("queue", "redrive", "no-such-queue")).toEqual({
      code: 1,
      stdout: "",
      stderr: "magpie: There is no queue with this name. npm run -s magpie -- queue ls shows what there is.\n",
    });
  });

  it("sends a name as one segment of the path, with any characters", async () => {
    const { code, stderr } = await run("queue", "redrive", "../../../v1/health?x=#");
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no queue") });
  });
});

describe("the token", () => {
  it("of MAGPIE_TOKEN replaces the runner's own", async () => {
    const member = await magpie(system.dataFolder, ["queue", "ls"], system.outputs.tokens.member);
    expect(member).toMatchObject({ code: 1, stdout: "" });
    expect(member.stderr).toMatch(/^magpie: Only members of the group admin may do this\. .*MAGPIE_TOKEN.*\n$/);
    const admin = await magpie(system.dataFolder, ["queue", "ls"], await system.token("root", ["admin"]));
    expect(admin.code).toBe(0);
  });

  it("that has expired is named as the reason, with how to get another", async () => {
    const { code, stderr } = await magpie(
      system.dataFolder,
      ["queue", "ls"],
      await system.token("root", ["admin"], -1),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^magpie: The API does not take this token\. .*npm run -s token -- --sub root --group admin.*\n$/,
    );
  });
});

describe("the process", () => {
  it("exits 0 with only the result on standard output", async () => {
    const { code, stdout, stderr } = await magpieProcess(["queue", "ls", "--json"], {
      MAGPIE_DATA_DIR: system.dataFolder,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toHaveProperty("queues");
  });

  it("exits 1 when the request is rejected, and uses MAGPIE_TOKEN", async () => {
    const ran = await magpieProcess(["queue", "ls"], {
      MAGPIE_DATA_DIR: system.dataFolder,
      MAGPIE_TOKEN: system.outputs.tokens.member,
    });
    expect(ran).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(/^magpie: Only members .+\n$/) });
  });

  it("exits 2 when it is called with wrong arguments", async () => {
    const ran = await magpieProcess(["queue", "redrive"], { MAGPIE_DATA_DIR: system.dataFolder });
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(/^magpie: missing required argument 'name'\n/);
  });
});
