import { expect, it, vi } from "vitest";
import { showWaiting } from "../../extension/saving/badge.ts";
import { queued } from "../client/queued.ts";

const entry = { ...queued({ create: "bookmark", body: { url: "https://blog.example/owls" } }, {}), place: 1 };

it.each([
  ["nothing, although the session has ended", [], [], true, ""],
  ["how many saves wait", [entry, entry], [], false, "2"],
  ["that something is to be done for what waits", [entry], [], true, "!"],
  ["that something was refused", [entry], [entry], false, "!"],
])("the button tells %s", async (_what, waiting, failed, isPaused, text) => {
  const setBadgeText = vi.fn();
  vi.stubGlobal("chrome", { action: { setBadgeText, setTitle: () => undefined } });
  await showWaiting({ waiting, failed }, isPaused);
  expect(setBadgeText).toHaveBeenCalledExactlyOnceWith({ text });
});
