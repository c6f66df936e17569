import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commandArguments } from "../../lib/cli/command-arguments.ts";
import type { Runner } from "../../lib/local/runner.ts";
import { StartError } from "../../lib/local/start-error.ts";
import { untilStopped } from "../../lib/local/until-stopped.ts";

/** What ends the process really. */
class Exit extends Error {}

let said: string[];
let stopped: number;
const runner = {
  stop: async () => {
    stopped += 1;
  },
} as unknown as Runner;
const exit = vi.spyOn(process, "exit");
const before = { SIGINT: process.listeners("SIGINT"), SIGTERM: process.listeners("SIGTERM") };

beforeEach(() => {
  said = [];
  stopped = 0;
  exit.mockClear();
  exit.mockImplementation((code) => {
    throw new Exit(String(code));
  });
  vi.spyOn(console, "error").mockImplementation((line) => void said.push(line));
  vi.useFakeTimers({ toFake: ["performance"] });
});

afterAll(() => exit.mockRestore());

afterEach(() => {
  vi.useRealTimers();
  vi.mocked(console.error).mockRestore();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    for (const listener of process.listeners(name)) {
      if (!before[name].includes(listener)) process.off(name, listener);
    }
  }
});

/** Gives the runner's own listeners a signal, this long after the one before; a browser of other tests has listeners, too. */
function signal(name: "SIGINT" | "SIGTERM", afterMs = 1_000): void {
  vi.advanceTimersByTime(afterMs);
  for (const listener of process.listeners(name)) if (!before[name].includes(listener)) listener(name);
}

describe("a process that runs a runner", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("ends at %s, once the runner has stopped", async (name) => {
    const running = untilStopped(async () => runner);
    await Promise.resolve();
    expect(stopped).toBe(0);
    signal(name);
    await expect(running).rejects.toThrow(new Exit("0"));
    expect([stopped, said]).toEqual([1, []]);
  });

  it("ends at once where the start fails, with its line", async () => {
    await expect(untilStopped(() => Promise.reject(new StartError("Port 1 is in use")))).rejects.toThrow(new Exit("1"));
    expect(said).toEqual(["magpie: Port 1 is in use"]);
    const bug = new TypeError("x is not a function");
    await expect(untilStopped(() => Promise.reject(bug))).rejects.toBe(bug);
  });

  it("that is ended while it starts stops what has started", async () => {
    const starting = Promise.withResolvers<Runner>();
    const running = untilStopped((ending) => {
      expect(ending.aborted).toBe(false);
      return starting.promise;
    });
    signal("SIGTERM");
    starting.resolve(runner);
    await expect(running).rejects.toThrow(new Exit("0"));
    expect(stopped).toBe(1);
  });

  it("that is ended while it starts says nothing of what fails then", async () => {
    const aborted = untilStopped(async (ending) => {
      signal("SIGTERM");
      ending.throwIfAborted();
      return runner;
    });
    await expect(aborted).rejects.toThrow(new Exit("0"));
    expect(said).toEqual([]);
  });

  it("takes signals within half a second as one, says that it ends at the second, and ends at the third", async () => {
    const ended = Promise.withResolvers<void>();
    const running = untilStopped(async () => ({ ...runner, stop: () => ended.promise }) as Runner);
    await Promise.resolve();
    signal("SIGINT");
    signal("SIGTERM", 500);
    expect(said).toEqual(["magpie: ending"]);
    signal("SIGINT", 501);
    signal("SIGINT", 500);
    signal("SIGINT", 500);
    expect([said, exit.mock.calls]).toEqual([["magpie: ending"], []]);
    expect(() => signal("SIGINT", 501)).toThrow(new Exit("1"));
    ended.resolve();
    await expect(running).rejects.toThrow(new Exit("0"));
  });
});

describe("a command's options", () => {
  const USAGE = "npm run -s token -- --sub alice";
  const argv = process.argv;
  afterEach(() => {
    process.argv = argv;
  });
  const read = (...args: string[]) => {
    process.argv = [...argv.slice(0, 2), ...args];
    return commandArguments({ sub: { type: "string" }, group: { type: "string", multiple: true } }, USAGE);
  };

  it("are read", () => {
    expect({ ...read("--sub", "ada", "--group", "a", "--group", "b") }).toEqual({ sub: "ada", group: ["a", "b"] });
  });

  it.each([[["--colour"]], [["alice"]], [["--sub"]]])("%j end with 2, the reason and the usage", (args) => {
    expect(() => read(...args)).toThrow(new Exit("2"));
    expect(said).toEqual([expect.stringMatching(new RegExp(`.+\nusage: ${USAGE}$`))]);
  });
});
