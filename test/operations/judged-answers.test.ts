import { afterEach, expect, it, vi } from "vitest";
import { takeDeviations } from "./judged-answers.ts";

afterEach(() => vi.resetModules());

it("an answer that the document does not allow is known to the test's file, whichever has loaded the modules", async () => {
  vi.resetModules();
  const { answerTo } = await import("../emulators/http-event.ts");
  const route = { route: "GET /v1/health", user: null };
  await answerTo(async () => ({ statusCode: 418 }), route);
  expect(takeDeviations()).toEqual([expect.stringContaining("418")]);
});
