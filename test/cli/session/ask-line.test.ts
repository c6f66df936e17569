import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { askLine } from "../../../lib/cli/session/ask-line.ts";

/** Asks on a terminal on which a person presses these keys. @returns the answer, and what the terminal has got */
function asks(keys: string, signal?: AbortSignal) {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: "utf8" })];
  const answer = askLine({ input, output }, "Sign in as \u001b[31mada? ", signal);
  input.write(keys);
  return { answer, shown: () => output.read() as string };
}

it("a line is asked for, and its question does not control the terminal", async () => {
  const { answer, shown } = asks("yes\r");
  expect(await answer).toBe("yes");
  expect(shown()).toContain("Sign in as \\u001b[31mada? ");
});

it.each([
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
])("%s is no answer, in one line", async (_, key) => {
  await expect(asks(key).answer).rejects.toMatchObject({
    name: "CliError",
    message: "Nobody is signed in: the question was not answered.",
  });
});

it("the question ends when the browser has answered", async () => {
  const answered = new AbortController();
  const { answer } = asks("", answered.signal);
  answered.abort();
  await expect(answer).rejects.toThrow("aborted");
});
