// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ApiProblem, NetworkFailure } from "../../../../client/index.ts";
import { isOffline } from "../../../../console/device/offline.ts";
import { SIGN_IN_AGAIN } from "../../../../console/library/signed-in.ts";
import { explain } from "../../../../console/parts/queries/explain.ts";
import { QueryView } from "../../../../console/parts/queries/query-view.tsx";
import { Unsynced } from "../../../../console/parts/queries/unsynced.tsx";
import { useMutation } from "../../../../console/parts/queries/use-mutation.ts";
import { usePolling } from "../../../../console/parts/queries/use-polling.ts";
import { useQuery } from "../../../../console/parts/queries/use-query.ts";
import { useRefetchOn } from "../../../../console/parts/queries/use-refetch-on.ts";
import { goOffline, press, settled } from "../../dom/acts.ts";
import { main } from "../../dom/contents.ts";
import { openPage } from "../../dom/page.ts";
import { button, failed, hasButton, texts } from "../../dom/shown.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const FAILED = { attempts: 1, idempotencyKey: null };
const problem = (status: number, errors: readonly { readonly path: string; readonly message: string }[] = []) =>
  new ApiProblem({ status, code: "a_code", detail: "The API's sentence.", errors, retryAfterSeconds: null }, FAILED);

describe("the words for what went wrong", () => {
  it.each([
    [new NetworkFailure("connection", FAILED), /^There is no connection to Magpie\./],
    [new NetworkFailure("timeout", FAILED), /^Magpie did not answer in time\./],
    [new NetworkFailure("foreign_answer", FAILED), /^Something other than Magpie answered/],
    [problem(401), /Sign in again\.$/],
    [problem(403), /^Only administrators/],
    [problem(404), /^This is no longer there\./],
    [problem(429), /too busy/],
    [
      new ApiProblem({ status: 429, code: "rate_limited", detail: "", errors: [], retryAfterSeconds: 61 }, FAILED),
      /^You have reached the limit for this\. Try again in 2 minutes\.$/,
    ],
    [problem(500), /^Magpie had an error\. Everything saved before is safe\..*The API's sentence\.\)$/],
    [problem(499), /^Magpie refused this: The API's sentence\.$/],
    [problem(400), /^Magpie refused this: The API's sentence\.$/],
    [
      problem(400, [
        { path: "/url", message: "too long" },
        { path: "/tags", message: "too many" },
      ]),
      /^Magpie refused this: \/url: too long; \/tags: too many$/,
    ],
    [new DOMException("Full.", "QuotaExceededError"), /^There is no space left on this device/],
    [new TypeError("x is undefined"), /^Something unexpected happened: x is undefined$/],
  ])("%s", (error, words) => {
    expect(explain(error)).toMatch(words);
  });
});

/** A question whose answers are given one by one. */
function asked<T>() {
  const questions: { resolve: (value: T) => void; reject: (error: unknown) => void; signal: AbortSignal }[] = [];
  const ask = (signal: AbortSignal) => new Promise<T>((resolve, reject) => questions.push({ resolve, reject, signal }));
  const answer = (at: number, value: T) => act(async () => questions[at]?.resolve(value));
  const fail = (at: number, error: unknown) => act(async () => questions[at]?.reject(error));
  return { questions, ask, answer, fail };
}

/** A button that does something. */
const buttonThat = (work: () => Promise<void>) => () => h("button", { onClick: useMutation(work).run }, "Act");
const ended = (session: { readonly hasEnded: { value: boolean } }) =>
  act(() => {
    session.hasEnded.value = true;
  });

describe("an answer", () => {
  const opened = async () => {
    const api = asked<string>();
    const page = await openPage();
    const Shown = () => {
      const answer = useQuery("owls", api.ask);
      return h("section", {}, [
        h(QueryView<string>, { answer, children: (value) => h("b", {}, value) }),
        h("button", { onClick: answer.reload }, "Reload"),
      ]);
    };
    await page.show(Shown);
    return { ...api, page };
  };
  const isBusy = () => main().querySelector("section > div")?.getAttribute("aria-busy");
  const value = () => main().querySelector("b")?.textContent ?? null;

  it("is announced as loading, then shown, and kept while it is requested again", async () => {
    const { answer, questions } = await opened();
    expect([texts("main [role=status]"), isBusy()]).toEqual([["Loading…"], "true"]);
    await answer(0, "Owls");
    expect([texts("main [role=status]"), isBusy(), value()]).toEqual([[], "false", "Owls"]);
    await press("Reload");
    expect([questions.length, isBusy(), value()]).toEqual([2, "true", "Owls"]);
    expect(questions[0]?.signal.aborted).toBe(true);
    await answer(1, "More owls");
    expect([isBusy(), value()]).toEqual(["false", "More owls"]);
  });

  it("is explained when it fails, beside the previous one, until a request succeeds", async () => {
    const { answer, fail, questions } = await opened();
    const skeleton = () => main().querySelector(".skeleton")?.getAttribute("aria-hidden");
    expect(skeleton()).toBe("true");
    await fail(0, problem(403));
    expect([texts("main [role=status]"), hasButton("Try again"), skeleton()]).toEqual([[], true, undefined]);
    const alert = () => main().querySelector("[role=alert]")?.textContent ?? "";
    expect(alert()).toContain("Only administrators can do this.");
    await press("Try again");
    await press("Try again");
    expect([questions.length, alert()]).toEqual([2, "Loading… Try again"]);
    expect(button("Try again").getAttribute("aria-disabled")).toBe("true");
    await fail(1, problem(429));
    expect(alert()).toEqual(expect.stringContaining("too busy"));
    expect(button("Try again").getAttribute("aria-disabled")).toBe("false");
    await press("Reload");
    expect(alert()).toContain("too busy");
    await answer(2, "Owls");
    expect([alert(), value()]).toEqual(["", "Owls"]);
    await press("Reload");
    await fail(3, problem(404));
    expect([alert(), value()]).toEqual([expect.stringContaining("no longer there"), "Owls"]);
  });

  it("shows nothing when it only says that the session has ended: the frame says so", async () => {
    const api = asked<string>();
    const session = { hasEnded: signal(false) };
    const page = await openPage([], undefined, false, session);
    const Act = buttonThat(() => Promise.reject(problem(401)));
    const Shown = () => {
      const answer = useQuery("owls", api.ask);
      return h("section", {}, [h(QueryView<string>, { answer, children: () => null }), h(Act, {})]);
    };
    await page.show(Shown);
    await api.fail(0, problem(401));
    expect(texts("main [role=alert]")).toEqual(["Magpie does not accept the session. Sign in again. Try again"]);
    await ended(session);
    expect([texts("main [role=alert]"), texts("main .empty")]).toEqual([[], ["Sign in again to see this."]]);
    const signIn = document.body.appendChild(Object.assign(document.createElement("button"), { id: SIGN_IN_AGAIN }));
    onTestFinished(() => signIn.remove());
    await press("Act");
    expect([failed(), document.activeElement]).toEqual([null, signIn]);
  });

  it("that is not on the device when the session ends stands for itself by the same words", async () => {
    const session = { hasEnded: signal(false) };
    const page = await openPage([], undefined, false, session);
    const state = { ...page.library.synced.state, isWhole: false, error: problem(401) };
    await page.show(() => h(Unsynced, { type: "stock", state, view: "rows" }));
    expect(texts("main .empty")).not.toEqual(["Sign in again to see this."]);
    await ended(session);
    expect(texts("main .empty")).toEqual(["Sign in again to see this."]);
  });

  it("is requested again when the connection is back", async () => {
    isOffline.value = true;
    const { fail, questions } = await opened();
    await fail(0, new NetworkFailure("connection", FAILED));
    await goOffline(false);
    expect(questions.length).toBe(2);
  });

  it("is dropped, and its request aborted, when its screen is gone", async () => {
    const { page, questions } = await opened();
    await page.show(() => null);
    expect(questions[0]?.signal.aborted).toBe(true);
  });
});

it("the answer to another question forgets the one before, and an answer that comes late is dropped", async () => {
  const { ask, answer, fail, questions } = asked<string>();
  const page = await openPage();
  const question = signal("owls");
  const asks = (next: string) =>
    act(() => {
      question.value = next;
    });
  const Shown = () => {
    const { value, error, isLoading } = useQuery(question.value, ask);
    return h("p", {}, `${value} ${error} ${isLoading}`);
  };
  await page.show(Shown);
  await answer(0, "Owls");
  expect(main().textContent).toBe("Owls null false");
  await asks("wrens");
  expect(main().textContent).toBe("null null true");
  await asks("tits");
  await answer(1, "Wrens");
  expect(main().textContent).toBe("null null true");
  await fail(2, "no tits");
  expect(main().textContent).toBe("null no tits false");
  await asks("owls");
  expect(main().textContent).toBe("null null true");
  await asks("jays");
  await fail(3, "no owls");
  expect([main().textContent, questions.length]).toEqual(["null null true", 5]);
});

it("something is read again when it has changed, once for each change, and not at first", async () => {
  const reload = vi.fn();
  const page = await openPage();
  const change = signal("one");
  const Shown = () => {
    useRefetchOn(change.value, reload);
    return null;
  };
  await page.show(Shown);
  expect(reload).not.toHaveBeenCalled();
  for (const [next, times] of [
    ["two", 1],
    ["two", 1],
    ["one", 2],
  ] as const) {
    await act(() => {
      change.value = next;
    });
    expect(reload).toHaveBeenCalledTimes(times);
  }
});

describe("polling", () => {
  const polls = async (everyMs: number | null) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const reload = vi.fn();
    const page = await openPage();
    let every = everyMs;
    const Shown = () => {
      usePolling(every, { isLoading: false, reload });
      return null;
    };
    await page.show(Shown);
    const change = (next: number | null) => {
      every = next;
      return page.show(Shown);
    };
    return { reload, page, change };
  };

  it("is read after each interval, and no more when the screen goes or it is not wanted now", async () => {
    const { reload, page, change } = await polls(5_000);
    vi.advanceTimersByTime(10_000);
    expect(reload).toHaveBeenCalledTimes(2);
    await change(null);
    vi.advanceTimersByTime(10_000);
    expect(reload).toHaveBeenCalledTimes(2);
    await change(1_000);
    vi.advanceTimersByTime(1_000);
    expect(reload).toHaveBeenCalledTimes(3);
    await page.show(() => null);
    vi.advanceTimersByTime(10_000);
    expect(reload).toHaveBeenCalledTimes(3);
  });

  it("rests while nobody looks at the page, and without a network", async () => {
    const { reload } = await polls(5_000);
    const visible = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    vi.advanceTimersByTime(5_000);
    visible.mockReturnValue("visible");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    vi.advanceTimersByTime(5_000);
    expect(reload).not.toHaveBeenCalled();
  });
});

it("an action runs once at a time, and again after it has ended; its failure is told", async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const page = await openPage();
  await page.show(() => {
    const { isBusy, run } = useMutation(() => {
      const running = Promise.withResolvers<void>();
      runs.push(running);
      return running.promise;
    });
    return h("button", { "aria-disabled": isBusy, onClick: run }, "Go");
  });
  const isBusy = () => button("Go").getAttribute("aria-disabled");
  expect(isBusy()).toBe("false");
  await press("Go");
  await press("Go");
  expect([runs.length, isBusy()]).toEqual([1, "true"]);
  runs[0]?.resolve();
  await act(settled);
  expect(isBusy()).toBe("false");
  await press("Go");
  runs[1]?.reject(problem(404));
  await act(settled);
  expect(failed()).toBe("This is no longer there. It may have been deleted elsewhere.");
  expect([runs.length, isBusy()]).toEqual([2, "false"]);
});
