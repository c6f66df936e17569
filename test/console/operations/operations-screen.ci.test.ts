import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Notice } from "../../../client/index.ts";
import { MagpieClient } from "../../../client/index.ts";
import { startBlogSite } from "../../../lib/local/sites/blog-site.ts";
import type { GoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import type { SimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { API_KEY } from "../../books/books-world.ts";
import { until } from "../../local/until.ts";
import { consoleWorld } from "../console-world.ts";

let google: GoogleBooksSite;
let blog: SimulatedSite;
const world = consoleWorld(
  async () => {
    const site = await startBlogSite();
    blog = site;
    google = await startGoogleBooksSite({ volumes: 90, apiKey: API_KEY });
    return { ...google.egressMap, ...site.egressMap };
  },
  new Map([["magpie/google-books-api-key", API_KEY]]),
);
/** A member whose pages fail. */
let member: MagpieClient;
let admin: MagpieClient;

beforeAll(async () => {
  const { api } = world.system;
  member = new MagpieClient({ baseUrl: api, token: await world.system.token("reader") });
  admin = new MagpieClient({ baseUrl: api, token: await world.system.token("operator", ["admin"]) });
});
beforeEach(() => {
  blog.clearFaults();
  google.calm();
});
afterAll(() => Promise.all([google.close(), blog.close()]));

/** Opens a path as an administrator. */
async function operations(path = ""): Promise<Page> {
  const { page } = await world.visit(`/app/operations${path}`, { isAdmin: true, looksOften: true });
  return page;
}

/** Saves pages that fail with a status, and waits until there is a failed job of each. */
async function failedPages(status: number, names: readonly string[]): Promise<void> {
  for (const name of names) {
    blog.fault(`/${name}`, { kind: "status", status });
    await member.bookmarks.save({ url: `https://blog.example/${name}` });
  }
  await until(
    "each page has a failed job",
    async () => {
      const { failed_jobs: jobs } = await admin.failedJobs.list({ limit: 100 });
      return jobs.map(({ payload }) => payload.original_request.url);
    },
    (urls) => names.every((name) => urls.includes(`https://blog.example/${name}`)),
  );
}

const itemOf = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });
const told = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text }).waitFor();
const focusedIn = (page: Page) =>
  page.evaluate("document.activeElement.closest('article')?.querySelector('h3')?.textContent ?? null");

describe("queues", () => {
  it("show their dead letters, which a redrive moves back, and its end is told", async () => {
    await failedPages(503, ["redriven"]);
    await until(
      "there is a dead letter",
      () => admin.queues.list(),
      (queues) => queues.some(({ name, dlq_depth }) => name === "bookmark-processing" && dlq_depth === 1),
    );
    blog.clearFaults();
    const page = await operations();
    const row = page.getByRole("table", { name: "Queues" }).getByRole("row", { name: /bookmark-processing/ });
    await page.getByRole("status").filter({ hasText: "Dead letters: 1, in queues: 1." }).waitFor();
    const redrive = row.getByRole("button", { name: "Redrive" });
    await redrive.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("1 dead letter goes back").waitFor();
    await page.getByRole("button", { name: "Move back" }).press("Enter");
    await told(page, "bookmark-processing: the redrive is done. No dead letter is left.");
    await told(page, "No queue has dead letters.");
    await redrive.waitFor({ state: "detached" });
    const [bookmark] = (await member.bookmarks.list()).bookmarks;
    await until(
      "the page was read",
      () => member.bookmarks.get(bookmark?.id ?? ""),
      ({ status }) => status === "done",
    );
  });

  it("are read again without taking the focus, and a failure is said once and mended", async () => {
    const page = await operations();
    await page.getByRole("table", { name: "Queues" }).waitFor();
    await page.getByRole("button", { name: "New job" }).focus();
    await page.waitForResponse(/\/v1\/ops\/queues$/);
    await page.waitForResponse(/\/v1\/ops\/queues$/);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("New job");
    await page.route(/\/v1\/ops\/queues$/, (route) =>
      route.fulfill({
        status: 400,
        json: { code: "no", detail: "Not now." },
        headers: { "access-control-allow-origin": "*" },
      }),
    );
    await page.getByRole("alert").filter({ hasText: "Not now." }).waitFor();
    await page.getByRole("alert").filter({ hasText: "The numbers below are older." }).waitFor();
    await page.unroute(/\/v1\/ops\/queues$/);
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").filter({ hasText: "Not now." }).waitFor({ state: "detached" });
  });

  it("are for administrators only", async () => {
    const { page } = await world.visit("/app/operations");
    await page.getByText("This page is for administrators.").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
  });
});

describe("failed jobs", () => {
  it("are tried again one by one, with the focus on the next, and all at once", async () => {
    await failedPages(503, ["first", "second", "third"]);
    await failedPages(404, ["lost"]);
    const page = await operations("/failed-jobs");
    const list = page.getByRole("list", { name: "Failed jobs" });
    await list.getByText("The site itself has failed.").first().waitFor();
    await itemOf(page, "lost").getByText("Permanent failure").waitFor();
    await page.getByRole("combobox", { name: "Show" }).selectOption("Worth trying again");
    await itemOf(page, "lost").waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?retryable=true");
    await list.getByRole("article").nth(2).waitFor();
    blog.clearFaults();

    // The pages have failed side by side, in any order.
    const [top = "", next = ""] = await list.getByRole("article").getByRole("heading").allTextContents();
    const first = list.getByRole("article").filter({ hasText: top });
    await first.getByText("Payload").click();
    await first.getByText(`"url": "${top}"`).first().waitFor();
    await first.getByRole("button", { name: "Try again" }).press("Enter");
    await told(page, `Requested again: ${top}`);
    await first.waitFor({ state: "detached" });
    expect(await focusedIn(page)).toBe(next);

    await page.getByRole("button", { name: "Try all again" }).click();
    await told(page, "Requested again: 2.");
    await page.getByText("There is none of this kind.").waitFor();
    await until(
      "all pages were read",
      () => member.bookmarks.list({ limit: 100 }),
      ({ bookmarks }) => bookmarks.filter(({ status }) => status === "done").length >= 3,
    );
  });

  it("and notices of hostile sites are text, and link to web addresses only", async () => {
    const page = await operations("/failed-jobs");
    const hostile = "javascript:document.title='run'";
    const json = (body: unknown) => ({ json: body, headers: { "access-control-allow-origin": "*" } });
    const at = new Date().toISOString();
    const job = {
      id: "x",
      bookmark_id: "x",
      job_type: "extraction",
      error_code: "<img src=x onerror=alert(1)>",
      error_message: "<img src=x onerror=alert(1)>",
      payload: { original_request: { url: hostile, idempotency_key: null } },
      failed_at: at,
      retryable: true,
    };
    const notice: Notice = {
      id: "x",
      kind: "price",
      title: "<script>document.title='run'</script>",
      body: `<b>bold</b>\n${hostile}\nhttps://jp.mercari.com/item/m1`,
      url: hostile,
      created_at: at,
    };
    await page.route(/\/v1\/failed-jobs/, (route) => route.fulfill(json({ failed_jobs: [job], next_cursor: null })));
    await page.route(/\/v1\/notices/, (route) => route.fulfill(json({ notices: [notice], next_cursor: null })));
    await page.reload();
    const failed = page.getByRole("list", { name: "Failed jobs" }).getByRole("article");
    await failed.getByRole("heading", { name: hostile }).waitFor();
    expect(await failed.getByRole("link").count()).toBe(0);
    await page.getByRole("tab", { name: "Notices" }).press("Enter");
    const item = page.getByRole("list", { name: "Notices" }).getByRole("article");
    await item.getByRole("heading", { name: notice.title }).waitFor();
    expect(await item.getByRole("link").allTextContents()).toEqual(["https://jp.mercari.com/item/m1"]);
    expect(await page.locator("#content img, #content script").count()).toBe(0);
    expect(await page.title()).toBe("Operations · Magpie");
  });
});

it("a list that can't be read again and again says so once, until it comes or a person tries again", async () => {
  const page = await operations();
  await page.addInitScript("{ const set = setInterval; window.setInterval = (run) => set(run, 200); }");
  const isAsked = /\/v1\/notices/;
  await page.route(isAsked, (route) =>
    route.fulfill({
      status: 400,
      json: { code: "no", detail: "Not now." },
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  await page.goto("/app/operations/notices");
  const alert = page.getByRole("tabpanel").getByRole("alert");
  await alert.getByText("Not now.").waitFor();
  await page.evaluate(`{
    window.spoken = 0;
    const count = (changes) => { window.spoken += changes.length; };
    new MutationObserver(count).observe(document.querySelector("[role=tabpanel]"), {
      childList: true, characterData: true, subtree: true,
    });
  }`);
  for (let polls = 0; polls < 3; polls += 1) await page.waitForResponse(isAsked);
  expect(await page.evaluate("window.spoken")).toBe(0);
  await alert.getByRole("button", { name: "Try again" }).press("Enter");
  await expect.poll(() => page.evaluate<number>("window.spoken")).toBeGreaterThan(1);
  await alert.getByText("Not now.").waitFor();
  await alert.getByRole("button", { name: "Try again" }).and(page.locator(":focus")).waitFor();
  await page.unroute(isAsked);
  await alert.waitFor({ state: "detached" });
});

describe("jobs", () => {
  it("are made, run to their end, reset, changed and deleted by keyboard", async () => {
    const page = await operations("/jobs");
    await page.getByRole("button", { name: "New job" }).press("Enter");
    const form = page.getByRole("dialog");
    await form.getByRole("textbox", { name: "Queries" }).fill("hedge\nrowan");
    await form.getByRole("button", { name: "Save" }).press("Enter");
    await form.getByText("Use 1 to 64 small letters").waitFor();
    const name = form.getByRole("textbox", { name: "Name" });
    await name.and(page.locator(":focus")).waitFor();
    await page.keyboard.type("gardening");
    await form.getByRole("textbox", { name: "Books a run" }).fill("40");
    await page.keyboard.press("Enter");
    await told(page, "Created: gardening");

    const job = itemOf(page, "gardening");
    await job.getByRole("button", { name: "Run now" }).press("Enter");
    await told(page, /gardening: collected 40, new books \d+\. It stopped at the limit of a run/);
    await job.getByText(/Last run .*: collected 40/).waitFor();

    await job.getByRole("button", { name: "Reset cursor" }).press("Enter");
    await page.getByRole("button", { name: "Begin again" }).press("Enter");
    await told(page, "Reset 1 cursor: the next run begins at the first result.");

    await job.getByRole("button", { name: "Edit" }).press("Enter");
    await form.getByRole("combobox", { name: "Schedule" }).selectOption("Every week");
    await form.getByRole("button", { name: "Save" }).press("Enter");
    await told(page, "Saved: gardening");
    await form.waitFor({ state: "detached" });
    await job.getByText("Every week").waitFor();
    expect(await admin.jobs.get("gardening")).toMatchObject({ queries: ["hedge", "rowan"], max_per_run: 40 });

    await job.getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("button", { name: "Delete the job" }).press("Enter");
    await told(page, "Deleted: gardening");
    await job.waitFor({ state: "detached" });
  });

  it("whose name is taken are not saved, and what was typed stays", async () => {
    await admin.jobs.create({ name: "taken", queries: ["tea"] });
    const page = await operations("/jobs");
    await page.getByRole("button", { name: "New job" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("textbox", { name: "Name" }).fill("taken");
    await form.getByRole("textbox", { name: "Queries" }).fill("coffee");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("There is a job of this name.").waitFor();
    expect(await form.getByRole("textbox", { name: "Queries" }).inputValue()).toBe("coffee");
    expect((await admin.jobs.get("taken")).queries).toEqual(["tea"]);
  });

  it("have a screen with their runs, requests and cursors, which says why a run failed", async () => {
    await admin.jobs.create({ name: "trams", queries: ["tram"] });
    const page = await operations("/jobs/trams");
    await page.getByRole("heading", { name: "trams", level: 1 }).waitFor();
    await page.getByText("There is no cursor: the next run begins at the first result.").waitFor();
    await page.getByRole("button", { name: "Run now" }).click();
    await told(page, /trams: collected 80/);
    const runs = page.getByRole("table", { name: "The runs, newest first" });
    await runs.getByText(/collected 80, new books/).waitFor();
    await runs.getByText("2", { exact: true }).click();
    expect(await runs.getByRole("listitem").allTextContents()).toEqual(["1 to 40", "41 to 80"]);
    const cursors = page.getByRole("table", { name: "A position for each set of queries that the job has had" });
    await cursors.getByRole("row", { name: "The present ones 80" }).waitFor();

    google.storm(1);
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByRole("alert").filter({ hasText: "trams: failed. Google Books failed at every attempt." }).waitFor();
    await runs.getByText("Google Books failed at every attempt.").waitFor();
  });

  it("that run already are followed", async () => {
    await admin.jobs.create({ name: "busy", queries: ["bee"] });
    const page = await operations("/jobs");
    await itemOf(page, "busy").waitFor();
    await page.route(
      /\/v1\/jobs\/busy\/run$/,
      async (route) => {
        await admin.jobs.run("busy");
        await route.fulfill({
          status: 409,
          json: { code: "run_in_progress", detail: "A run of this job is under way." },
          headers: { "access-control-allow-origin": "*" },
        });
      },
      { times: 1 },
    );
    // The end of the run would replace the first message before it is seen.
    const seen = Promise.withResolvers<void>();
    await page.route(/\/v1\/jobs(?:\?|$)/, async (route) => {
      await seen.promise;
      await route.fallback();
    });
    await itemOf(page, "busy").getByRole("button", { name: "Run now" }).click();
    await told(page, "busy is running already; its end is told here.");
    seen.resolve();
    await told(page, /busy: collected 80/);
  });
});

describe("alarms", () => {
  it("that fire come first, are counted beside the tab, and name their section of the runbook", async () => {
    await failedPages(503, ["alarming"]);
    await until(
      "the alarm fires",
      () => admin.alarms.list(),
      (alarms) => alarms.some(({ name, state }) => name === "bookmark-processing-dead-letters" && state === "alarm"),
    );
    const page = await operations();
    await page.getByRole("list", { name: "Firing alarms" }).getByText("bookmark-processing-dead-letters").waitFor();
    await page.getByRole("tab", { name: /^Alarms \(\d+ firing\)$/ }).click();
    const list = page.getByRole("list", { name: "Alarms", exact: true }).getByRole("article");
    await list.first().getByText("Firing").waitFor();
    await itemOf(page, "bookmark-processing-dead-letters")
      .getByRole("link", { name: /^http.*\/docs\/runbook#bookmark-processing-dead-letters$/ })
      .waitFor();
    await page.getByRole("combobox", { name: "Show" }).selectOption("OK");
    await page
      .getByRole("list", { name: "Alarms", exact: true })
      .getByText("Firing")
      .first()
      .waitFor({ state: "detached" });
  });
});
