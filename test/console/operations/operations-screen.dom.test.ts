// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { choose } from "../../../console/device/preferences.ts";
import { OperationsScreen } from "../../../console/operations/operations-screen.tsx";
import { does, pass, press, select, settled } from "../dom/acts.ts";
import { descriptions, links } from "../dom/contents.ts";
import {
  ALARMS,
  ago,
  alarm,
  FAILED,
  failedJob,
  JOBS,
  job,
  openOperations,
  operationsApi,
  QUEUES,
  queue,
} from "../dom/operations-page.ts";
import { openPage } from "../dom/page.ts";
import { article, button, classes, dialog, failed, hasButton, referred, texts, told } from "../dom/shown.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** The sections by the headings that name them. */
const sections = () =>
  Array.from(document.querySelectorAll("section.operations-section"), (each) => referred(each, "aria-labelledby"));

describe("Operations", () => {
  it("shows what fires, the queues, and five of everything else, with the way to all of them", async () => {
    const api = operationsApi({
      queues: [queue({ name: "oembed-fetch" })],
      alarms: [alarm({ name: "late" }), alarm({ name: "quiet", state: "ok" })],
      failed: [failedJob({ id: "a" })],
      jobs: [job()],
    });
    await openOperations(api);
    expect([texts("h1"), document.title]).toEqual([["Operations"], "Operations · Magpie"]);
    expect(sections()).toEqual(["Firing alarms", "Queues", "Failed jobs", "Jobs"]);
    expect(texts(".firing p")).toEqual([
      expect.stringMatching(/^FiringlateFor 3 minutes \(since .+\)$/),
      "late is late",
      "All steps: runbook",
    ]);
    expect(links("header")).toEqual([
      ["All alarms", "/app/operations/alarms"],
      ["All failed jobs", "/app/operations/failed-jobs"],
      ["All jobs", "/app/operations/jobs"],
    ]);
    expect(links(".firing")).toEqual([["All steps: runbook", "https://magpie.example/docs/runbook#late"]]);
    expect([api.queries(FAILED), api.queries(JOBS)]).toEqual([["limit=5"], ["limit=5"]]);
    expect([document.querySelector(".toolbar"), button("New job").className]).toEqual([null, ""]);
    expect(texts("ul.items").length).toBe(3);
  });

  it("has tabs, of which that of the alarms says how many fire", async () => {
    await openOperations(operationsApi({ alarms: [alarm({ name: "late" }), alarm({ name: "well", state: "ok" })] }));
    expect(links("[role=tablist]")).toEqual([
      ["Overview", "/app/operations"],
      ["Failed jobs", "/app/operations/failed-jobs"],
      ["Jobs", "/app/operations/jobs"],
      ["Alarms 1 firing", "/app/operations/alarms"],
    ]);
    expect(document.querySelector("[role=tablist]")?.getAttribute("aria-label")).toBe("Views of Operations");
    const quiet = operationsApi({ alarms: [alarm({ name: "well", state: "ok" })] });
    await openOperations(quiet);
    expect(sections()[0]).toBe("Queues");
    await openOperations(quiet, "/jobs");
    expect([texts("[role=tab]")[3], texts("[aria-selected=true]"), sections()]).toEqual(["Alarms", ["Jobs"], ["Jobs"]]);
  });

  it("says once that nothing can be read, and asks for all of it again", async () => {
    const api = operationsApi({ jobs: [job()] });
    await openOperations(api.refuse(ALARMS, "no").refuse(QUEUES, "no"));
    expect([texts("main .failure"), sections()]).toEqual([["Magpie refused this: because of no Try again"], []]);
    api.answer(ALARMS, { alarms: [] }).answer(QUEUES, { queues: [] });
    await press("Try again");
    await act(settled);
    expect([texts("main .failure"), sections()]).toEqual([[], ["Queues", "Failed jobs", "Jobs"]]);
  });

  it("is for administrators, and has no other addresses", async () => {
    const api = operationsApi();
    await openOperations(api, "", false);
    expect(texts("main .empty")).toEqual(["This page is for administrators."]);
    expect(document.querySelector("[role=tab]")).toBeNull();
    await openOperations(api, "/more");
    expect([texts("h1").length, links("main")]).toEqual([1, [["Bookmarks", "/app/bookmarks"]]]);
    expect(api.requests.filter(({ path }) => !path.startsWith("/v1/changes"))).toEqual([]);
  });
});

it("gives one advice for several alarms that fire", async () => {
  const alarms = ["a-dlq-depth", "late", "b-dlq-depth"].map((name) => alarm({ name }));
  await openOperations(operationsApi({ alarms }));
  expect(texts(".firing strong")).toEqual(["a-dlq-depth", "b-dlq-depth", "late"]);
  expect(texts(".firing > p:not(.facts, .actions)")).toEqual([expect.stringContaining("redrive"), "late is late"]);
  expect(Array.from(document.querySelectorAll(".firing a"), descriptions)).toEqual([
    ["a-dlq-depth", "b-dlq-depth"],
    ["late"],
  ]);
});

describe("the alarms", () => {
  const states = [
    alarm({ name: "late", runbook: "https://magpie.example/docs/runbook#late" }),
    alarm({ name: "well", state: "ok", since: ago(-3) }),
    alarm({ name: "new", state: "insufficient_data" }),
  ];

  it("say for how long, what has happened, where all steps are, and why in CloudWatch's words", async () => {
    await openOperations(operationsApi({ alarms: states }), "/alarms");
    expect(texts("main p[role=status]")).toEqual(["3 alarms, 1 firing"]);
    expect(texts("article h3")).toEqual(["late", "well", "new"]);
    expect(referred(article("late"), "aria-labelledby")).toBe("late");
    expect(texts("p", article("late"))).toEqual([
      expect.stringMatching(/^FiringFor 3 minutes \(since .+\)$/),
      "late is late",
      "All steps: runbook",
      "late is above 0",
    ]);
    expect(article("late").querySelector("details")?.open).toBe(false);
    // The clock of this device is behind.
    expect(texts("p", article("well"))).toEqual([
      expect.stringMatching(/^OKFor 0 seconds/),
      "When it fires: well is late",
      "All steps: runbook",
    ]);
    expect([texts(".chip"), classes(".chip")]).toEqual([
      ["Firing", "OK", "No data"],
      ["chip bad", "chip good", "chip"],
    ]);
    expect(links("article").length).toBe(3);
    expect(document.querySelector("ul.items")?.getAttribute("aria-label")).toBe("Alarms");
  });

  it("say in the person's language what has happened and what to do", async () => {
    choose({ language: "ja" });
    await openOperations(
      operationsApi({ alarms: [alarm({ name: "dead-letters" }), alarm({ name: "newer" })] }),
      "/alarms",
    );
    const [known, unknown] = ["dead-letters", "newer"].map((name) => article(name).querySelectorAll("p")[1]);
    expect(known?.textContent).toMatch(/^すべての試行に失敗したメッセージが.+再投入してください。$/);
    // Of a stage that is newer than the page.
    expect([known?.lang, unknown?.lang, unknown?.textContent]).toEqual(["", "en", "newer is late"]);
  });

  it("that can't be read are told on the overview, too", async () => {
    await openOperations(operationsApi().refuse(ALARMS, "no_alarms"));
    expect(sections()[0]).toBe("Firing alarms");
    expect(texts("main .failure")).toEqual(["Magpie refused this: because of no_alarms Try again"]);
  });

  it("are chosen by their state, which the address keeps", async () => {
    await openOperations(operationsApi({ alarms: states }), "/alarms?state=ok");
    const before = history.length;
    expect([texts("article h3"), texts("main p[role=status]")]).toEqual([["well"], ["1 of 3, 1 firing"]]);
    expect(texts("option")).toEqual(["All", "Firing", "OK", "No data"]);
    await select("Show", "alarm");
    expect([texts("article h3"), location.search, history.length]).toEqual([["late"], "?state=alarm", before]);
    await openOperations(operationsApi({ alarms: states.slice(0, 1) }), "/alarms?state=ok");
    expect([texts(".empty"), texts("article h3")]).toEqual([["No alarms of this kind."], []]);
    await openOperations(operationsApi({ alarms: [] }), "/alarms");
    expect(texts(".empty")).toEqual(["There are no alarms."]);
    await openOperations(operationsApi({ alarms: states }), "/alarms?state=strange");
    expect(texts("article h3").length).toBe(3);
  });

  it("are read again every minute", async () => {
    const api = operationsApi({ alarms: states });
    await openOperations(api, "/alarms");
    await pass(59);
    expect(api.asked(ALARMS).length).toBe(1);
    api.answer(ALARMS, { alarms: [] });
    await pass(1);
    expect([api.asked(ALARMS).length, texts("main p[role=status]")]).toEqual([2, ["0 alarms, 0 firing"]]);
  });
});

describe("the queues", () => {
  const REDRIVE = "POST /v1/ops/queues/oembed-fetch/redrive";
  const row = (name: string) =>
    Array.from(document.querySelectorAll("tbody tr")).find((each) => each.querySelector("code")?.textContent === name);
  const cells = (name: string) => Array.from(row(name)?.children ?? [], ({ textContent }) => textContent);
  const dead = (letters: number) => queue({ name: "oembed-fetch", depth: 2, in_flight: 1, dlq_depth: letters });
  const status = () => texts(".operations-section p[role=status]")[0];
  /** Confirms a redrive of the dead letters. */
  const redrive = async (within?: Element) => {
    await press("Redrive", within);
    await press("Move back", dialog());
  };

  it("say what waits, what is dead, and how it was in the last minutes", async () => {
    const api = operationsApi({
      queues: [
        queue({ name: "oembed-fetch", depth: 1_200, in_flight: 3, dlq_depth: 2, oldest_age_seconds: 180 }),
        queue({ name: "of-somebody" }),
      ],
    });
    await openOperations(api);
    expect([status(), texts(".operations-section p.quiet")[0]]).toEqual([
      "2 dead letters in 1 queue",
      "Background work, refreshed every 5 seconds. The lines show the last ten minutes while this page is open.",
    ]);
    expect(texts("caption")).toEqual(["Queues"]);
    expect(texts("thead th")).toEqual(["Queue", "Dead letters", "Waiting", "In flight", "Oldest", "Recent"]);
    expect(document.querySelector(".wide")?.getAttribute("aria-label")).toBe("Queue table");
    expect(cells("oembed-fetch")).toEqual([
      "oembed-fetchDetails of slide decks",
      "2Redrive",
      "1,200",
      "3",
      "3 minutes",
      "at most 1,200",
    ]);
    expect(cells("of-somebody")).toEqual(["of-somebody", "0", "0", "0", "–", "at most 0"]);
    expect(classes("td:nth-child(2) > span")).toEqual(["chip bad", ""]);
    expect(referred(button("Redrive"), "aria-describedby")).toContain("oembed-fetch");
    api.answer(QUEUES, { queues: [queue({ name: "oembed-fetch" })] });
    await pass(5);
    expect([status(), cells("oembed-fetch").at(-1)]).toEqual(["No queue has dead letters.", "at most 1,200"]);
    expect(hasButton("Redrive")).toBe(false);
  });

  it("are read only where they are shown", async () => {
    const api = operationsApi();
    await openOperations(api, "/alarms");
    await pass(10);
    expect(api.asked(QUEUES)).toEqual([]);
  });

  it("say that they can't be read, with the last numbers, and come by Try again", async () => {
    const api = operationsApi({ queues: [dead(0)] });
    const page = await openPage([], api, true);
    const go = api.hold();
    await page.show(OperationsScreen, "operations");
    expect([status(), document.querySelector("table")]).toEqual(["Loading…", null]);
    await does(go);
    api.refuse(QUEUES, "no_queues");
    await pass(5);
    expect([texts(".failure")[0], cells("oembed-fetch")[2]]).toEqual([
      "Magpie refused this: because of no_queues The numbers below are out of date. Try again",
      "2",
    ]);
    api.answer(QUEUES, { queues: [dead(1)] });
    await press("Try again");
    expect([document.querySelector("p.failure"), status()]).toEqual([null, "1 dead letter in 1 queue"]);
    await openOperations(operationsApi().refuse(QUEUES, "no_queues"));
    expect([status(), texts(".failure")[0]]).toEqual(["", "Magpie refused this: because of no_queues Try again"]);
    expect(document.querySelector("table")).toBeNull();
  });

  it("are redriven after a question, and followed to the end on every tab", async () => {
    const api = operationsApi({ queues: [dead(3)] }).answer(REDRIVE, { name: "oembed-fetch" });
    await openOperations(api);
    await press("Redrive");
    expect([texts("dialog h2"), texts("dialog p")]).toEqual([
      ["Redrive oembed-fetch?"],
      [
        "3 dead letters go back to their queue and are processed again. Messages whose cause remains will fail again and come back here.",
      ],
    ]);
    await press("Cancel", dialog());
    expect([api.asked(REDRIVE), document.querySelector("dialog")]).toEqual([[], null]);
    await redrive();
    expect([api.asked(REDRIVE).length, told()]).toEqual([1, "oembed-fetch: moving dead letters back: 3."]);
    expect(api.asked(QUEUES).length).toBe(2);
    api.answer(QUEUES, { queues: [dead(1)] });
    await pass(2);
    const progress = row("oembed-fetch")?.querySelector("progress");
    expect([cells("oembed-fetch")[1], progress?.value, progress?.max]).toEqual(["11 of 3 leftRedrive", 2, 3]);
    expect(progress?.getAttribute("aria-label")).toBe("Redrive of oembed-fetch");
    await press("Redrive");
    expect([button("Redrive").getAttribute("aria-disabled"), document.querySelector("dialog")]).toEqual(["true", null]);
    await act(() => document.querySelector<HTMLElement>("[role=tab][href$=alarms]")?.click());
    api.answer(QUEUES, { queues: [dead(0)] });
    await pass(2);
    expect(told()).toBe("oembed-fetch: redrive finished. No dead letters are left.");
    const asked = api.asked(QUEUES).length;
    await pass(10);
    expect(api.asked(QUEUES).length).toBe(asked);
  });

  it("are followed when somebody else redrives them while they become fewer, and say when they stay", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    const api = operationsApi({ queues: [dead(3)] }).refuse(REDRIVE, "redrive_in_progress");
    await openOperations(api);
    await redrive();
    expect([told(), failed()]).toEqual(["oembed-fetch: moving dead letters back: 3.", null]);
    await pass(118);
    api.answer(QUEUES, { queues: [dead(2)] });
    await pass(2);
    // They fail again.
    api.answer(QUEUES, { queues: [dead(4)] });
    await pass(118);
    expect([cells("oembed-fetch")[1], failed()]).toEqual(["44 of 4 leftRedrive", null]);
    await pass(4);
    expect(failed()).toEqual(expect.stringMatching(/^oembed-fetch: dead letters left: 4\. They failed again/));
    expect(document.querySelector("progress")).toBeNull();
  });

  it("are followed in two queues at once", async () => {
    const names = ["oembed-fetch", "books-collect"];
    const api = operationsApi({ queues: names.map((name) => queue({ name, dlq_depth: 2 })) });
    for (const name of names) api.answer(`POST /v1/ops/queues/${name}/redrive`, {});
    await openOperations(api);
    for (const name of names) await redrive(row(name));
    for (const name of names) expect(row(name)?.querySelector("progress")?.max).toBe(2);
  });

  it("leave the focus on the button when none is left to move back", async () => {
    const api = operationsApi({ queues: [dead(2)] }).answer(REDRIVE, {});
    await openOperations(api);
    await press("Redrive");
    api.answer(QUEUES, { queues: [dead(0)] });
    await press("Move back", dialog());
    await act(settled);
    expect(button("Redrive").getAttribute("aria-disabled")).toBe("true");
  });

  it("say why they can't be redriven", async () => {
    await openOperations(operationsApi({ queues: [dead(1)] }).refuse(REDRIVE, "no"));
    await redrive();
    expect([failed(), told()]).toEqual(["Magpie refused this: because of no", ""]);
    expect(button("Redrive").getAttribute("aria-disabled")).toBe("false");
  });
});
