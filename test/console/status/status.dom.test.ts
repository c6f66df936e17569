// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { notify, notifyEnd, notifyFailure } from "../../../console/status/status.tsx";
import { press } from "../dom/acts.ts";
import { openPage } from "../dom/page.ts";
import { button, failed, told } from "../dom/shown.ts";

afterEach(() => void vi.useRealTimers());

/** Whether a region is shown, which the stylesheet reads. */
const shownOf = (role: string) => document.querySelector<HTMLElement>(`.status[role=${role}]`)?.dataset.shown;

describe("what was told", () => {
  it("goes after eight seconds, with an action after twelve; a failure stays until it is closed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await openPage().then((page) => page.show(() => null));
    const passes = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
    const run = vi.fn();
    await act(() => notify("Saved"));
    await passes(7_999);
    expect(told()).toBe("Saved");
    expect(document.querySelector<HTMLElement>(".status")?.getAttribute("aria-label")).toBe("Status");
    await passes(1);
    expect([told(), shownOf("status")]).toEqual(["", "false"]);
    await act(() => notifyFailure("Broken"));
    expect([failed(), shownOf("alert")]).toEqual(["Broken", "true"]);
    await act(() => notify("Saving"));
    await passes(7_999);
    await act(() => notify("Saved"));
    await passes(7_999);
    expect([told(), shownOf("status")]).toEqual(["Saved", "true"]);
    await act(() => notify("Deleted", { label: "Undo", run }));
    await act(() => notifyFailure("Broken"));
    await passes(11_999);
    expect([told(), failed()]).toEqual(["DeletedUndo", "Broken"]);
    await act(() => button("Undo").click());
    expect([run.mock.calls.length, told()]).toEqual([1, ""]);
    await act(() => notify("Saved"));
    await act(() => notifyFailure("Broken again"));
    expect([told(), failed()]).toEqual(["", "Broken again"]);
    await act(() => button("Close").click());
    expect([failed(), shownOf("alert")]).toEqual([null, "false"]);
  });

  it("leaves an action before what has ended by itself, which is told once the action has gone", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await openPage().then((page) => page.show(() => null));
    const passes = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
    const deletes = () => act(() => notify("Deleted", { label: "Undo", run: () => undefined }));
    await act(() => notifyEnd("Saved"));
    expect(told()).toBe("Saved");
    await deletes();
    await act(() => notifyEnd("Crawled"));
    expect(told()).toBe("DeletedUndo");
    await passes(12_000);
    expect(told()).toBe("Crawled");
    await passes(8_000);
    expect(told()).toBe("");
    await deletes();
    await act(() => notifyEnd("Crawled"));
    await act(() => button("Undo").click());
    expect(told()).toBe("Crawled");
    await deletes();
    await act(() => notifyEnd("Crawled"));
    await act(() => notify("Changed"));
    await passes(8_000);
    expect(told()).toBe("");
  });

  it("gives the focus back to where it was before its button", async () => {
    await (await openPage()).show(() => h("button", { type: "button" }, "Here"));
    button("Here").focus();
    await act(() => notify("Deleted", { label: "Undo", run: () => undefined }));
    await act(() => button("Undo").focus());
    await press("Undo");
    expect(document.activeElement).toBe(button("Here"));
  });
});
