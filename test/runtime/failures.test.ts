import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../local/temporary-folders.ts";
import { bundledFixture } from "./fixture-function.ts";
import type { RuntimeFunction } from "./runtime-process.ts";
import { underRuntime } from "./runtime-process.ts";

const folder = temporaryFolder();
let failing: (exported: string) => RuntimeFunction;
let notLoading: RuntimeFunction;

beforeAll(async () => {
  failing = await bundledFixture("failing", folder.path);
  notLoading = (await bundledFixture("not-loading", folder.path))();
});

afterAll(() => folder.remove());

const messages = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).message);

describe("under Lambda's runtime client", () => {
  it("an error fails its invocation and is logged, and the next invocation is served", async () => {
    const { ends, stdout } = await underRuntime(failing("thrown"), [{}, {}]);
    const failed = { kind: "failed", error: { errorType: "RangeError", errorMessage: "out of range" } };
    expect(ends).toMatchObject([failed, failed]);
    expect(messages(stdout)).toMatchObject([{ errorType: "RangeError" }, { errorType: "RangeError" }]);
  });

  it("a result that is no JSON fails its invocation", async () => {
    const { ends } = await underRuntime(failing("circular"), [{}]);
    expect(ends).toMatchObject([{ kind: "failed", error: { errorType: "Runtime.JSONStringifyError" } }]);
  });

  it("a module that does not load fails the start", async () => {
    const { ends } = await underRuntime(notLoading, [{}]);
    const initError = { errorType: "TypeError", errorMessage: "a setting is missing" };
    expect(ends).toMatchObject([{ kind: "exited", exitCode: 1, initError }]);
  });

  it("an unhandled rejection ends the process, and its request with it", async () => {
    const { ends, stdout, stderr } = await underRuntime(failing("floating"), [{}]);
    expect(ends).toEqual([{ kind: "exited", exitCode: 1, initError: undefined }]);
    expect(messages(stdout)).toEqual(["begun"]);
    expect(stderr).toContain("the write was refused");
  });

  it("a handler that never settles ends the process when nothing is left to do", async () => {
    const { ends, stdout } = await underRuntime(failing("forgotten"), [{}]);
    expect(ends).toEqual([{ kind: "exited", exitCode: 0, initError: undefined }]);
    expect(messages(stdout)).toEqual(["begun"]);
  });

  it("a handler that never settles and has a timer ends with its time-out, and its log is kept", async () => {
    const { ends, stdout } = await underRuntime({ ...failing("busy"), timeoutMs: 1_500 }, [{}]);
    expect(ends).toEqual([{ kind: "timed out" }]);
    expect(messages(stdout)).toEqual(["begun"]);
  });
});
