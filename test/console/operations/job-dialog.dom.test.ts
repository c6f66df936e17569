// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { Job } from "../../../client/index.ts";
import { fill, press, select, submit } from "../dom/acts.ts";
import { GOOGLE_OPTIONS, JOBS, job, openOperations, operationsApi } from "../dom/operations-page.ts";
import { dialog, referred, selectBox, textBox, texts, told } from "../dom/shown.ts";

const CREATE = "POST /v1/jobs";
const REPLACE = "PUT /v1/jobs/tea";
const tick = (label: string) =>
  Array.from(dialog().querySelectorAll("label")).find(({ textContent }) => textContent.trim() === label);
const ticks = () => texts("dialog label.option");
const alert = () => dialog().querySelector("[role=alert]")?.textContent;
/** What each box that is wrong says of it. */
const problems = () =>
  Array.from(dialog().querySelectorAll("[aria-invalid=true]"), (box) =>
    (box.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id))
      .filter((text) => text?.className !== "hint")
      .map((text) => text?.textContent)
      .join(" "),
  );
/** The boxes and lists of the form with their values. */
const values = () =>
  Array.from(dialog().querySelectorAll<HTMLInputElement>("input, textarea, select"), ({ type, checked, value }) =>
    type === "checkbox" ? checked : value,
  );

async function opens(...jobs: readonly Job[]) {
  const api = operationsApi({ jobs });
  for (const each of jobs) api.answer(`GET /v1/jobs/${each.name}`, each);
  await openOperations(api, "/jobs");
  await press(jobs.length === 0 ? "New job" : "Edit");
  return api;
}

describe("the form of a new job", () => {
  it("proposes a daily run, and says what belongs into each box", async () => {
    await opens();
    expect(texts("dialog h2")).toEqual(["New job"]);
    expect(values()).toEqual(["", "", "80", "daily", true, true, false, "", "", "", "", ""]);
    expect(
      ["Name", "Queries, one per line", "Books per run, at most", "Language", "Country"].map((each) =>
        referred(textBox(each), "aria-describedby"),
      ),
    ).toEqual([
      "Lowercase letters, digits and hyphens, e.g. typescript-books. It can't be changed later.",
      "A book is found when it matches any line. Google's operators such as intitle: and subject: work.",
      "0 to 1,000. Google counts one request for every 40.",
      "A code such as ja or en. Leave it empty for all languages.",
      "Two letters such as JP. Leave it empty to use the server's country.",
    ]);
    expect([textBox("Name"), textBox("Books per run, at most")].map((each) => each.inputMode || "text")).toEqual([
      "text",
      "numeric",
    ]);
    expect(["Schedule", "Order", "Kind", "Availability"].map((each) => selectBox(each).options.length)).toEqual([
      4, 3, 4, 6,
    ]);
    expect([texts("legend"), texts("fieldset > .hint")]).toEqual([
      ["Options of Google Books"],
      ["Changing these makes it a different search, which starts at the first result."],
    ]);
    await press("Close", dialog());
    expect(document.querySelector("dialog")).toBeNull();
  });

  it("says what is wrong where it is wrong, with the focus there, and sends nothing", async () => {
    const api = await opens();
    await fill("Books per run, at most", "many");
    await fill("Language", "japanese");
    await fill("Country", "Japan");
    await submit(dialog().querySelector("form"));
    expect(problems()).toEqual([
      "Use 1 to 64 lowercase letters, digits and hyphens, beginning with a letter or digit.",
      "Type at least one query.",
      "Type a number from 0 to 1,000.",
      "Type a code of two letters such as ja, or leave it empty.",
      "Type two letters such as JP, or leave it empty.",
    ]);
    expect([document.activeElement === textBox("Name"), api.asked(CREATE)]).toEqual([true, []]);
    await fill("Name", "tea");
    await submit(dialog().querySelector("form"));
    expect(problems().length).toBe(4);
  });

  it("sends all that it has, and the list is read again", async () => {
    const api = (await opens()).answer(CREATE, job());
    await fill("Name", " tea ");
    await fill("Queries, one per line", " green \n\n生け垣\n");
    await fill("Books per run, at most", "１，000");
    await fill("Language", "ja ");
    await fill("Country", " jp");
    await select("Order", "newest");
    await select("Kind", "books");
    await select("Availability", "ebooks");
    expect(ticks()).toEqual([
      "Schedule is on",
      "Check for new books once a week after the search is exhausted",
      "Send a notice of new books",
    ]);
    for (const label of ticks()) tick(label)?.querySelector("input")?.click();
    await select("Schedule", "weekly");
    await submit(dialog().querySelector("form"));
    expect(api.bodies(CREATE)).toEqual([
      {
        name: "tea",
        queries: ["green", "生け垣"],
        max_per_run: 1_000,
        schedule: "weekly",
        enabled: false,
        check_for_new: false,
        notify: true,
        google_books: { lang_restrict: "ja", order_by: "newest", print_type: "books", filter: "ebooks", country: "JP" },
      },
    ]);
    expect([told(), document.querySelector("dialog"), api.asked(JOBS).length]).toEqual(["Created: tea", null, 2]);
  });

  it("asks about the schedule only where there is one", async () => {
    await opens();
    await select("Schedule", "");
    expect(ticks()).toEqual(["Send a notice of new books"]);
  });

  it("says that the name is taken; the same settings sent again have the same key, and others another", async () => {
    const api = (await opens()).refuse(CREATE, "name_taken");
    await fill("Name", "tea");
    await fill("Queries, one per line", "green");
    await submit(dialog().querySelector("form"));
    expect(alert()).toBe("The job was not saved.");
    expect(problems()).toEqual(["There is already a job with this name. Choose another."]);
    expect(document.activeElement === textBox("Name")).toBe(true);
    api.refuse(CREATE, "no");
    await submit(dialog().querySelector("form"));
    expect([alert(), problems()]).toEqual(["Magpie refused this: because of no", []]);
    await fill("Name", "milk");
    await submit(dialog().querySelector("form"));
    const [first, second, third] = api.asked(CREATE).map(({ key }) => key);
    expect([first === second, second === third, typeof first]).toEqual([true, false, "string"]);
  });
});

describe("the form of a job that is changed", () => {
  const changed = job({
    max_per_run: 40,
    schedule: "weekly",
    enabled: false,
    check_for_new: false,
    notify: true,
    google_books: GOOGLE_OPTIONS,
  });

  it("shows all settings of the job except its name, and replaces them", async () => {
    const api = (await opens(changed)).answer(REPLACE, changed);
    expect([texts("dialog h2"), values()]).toEqual([
      ["Edit “tea”"],
      ["green tea\noolong", "40", "weekly", false, false, true, "ja", "JP", "newest", "all", "full"],
    ]);
    await fill("Queries, one per line", "milk");
    await submit(dialog().querySelector("form"));
    expect(api.bodies(REPLACE)).toEqual([
      {
        queries: ["milk"],
        max_per_run: 40,
        schedule: "weekly",
        enabled: false,
        check_for_new: false,
        notify: true,
        google_books: GOOGLE_OPTIONS,
      },
    ]);
    expect([told(), document.querySelector("dialog"), api.asked(JOBS).length]).toEqual(["Saved: tea", null, 2]);
  });

  it("sends what the person has changed over the job as it is now, not over what others have changed since", async () => {
    const api = (await opens(job())).answer(REPLACE, job());
    api.answer("GET /v1/jobs/tea", job({ max_per_run: 10, google_books: GOOGLE_OPTIONS }));
    await fill("Queries, one per line", "milk");
    await submit(dialog().querySelector("form"));
    expect(api.bodies(REPLACE)).toMatchObject([{ queries: ["milk"], max_per_run: 10, google_books: GOOGLE_OPTIONS }]);
  });

  it("sends nothing when nothing was changed", async () => {
    const api = (await opens(job())).answer(REPLACE, job());
    await submit(dialog().querySelector("form"));
    expect([api.bodies(REPLACE), told(), document.querySelector("dialog")]).toEqual([[], "Nothing was changed.", null]);
  });

  it("keeps what is typed when somebody else has changed the job, and a job without a schedule has none", async () => {
    (await opens(job({ schedule: null }))).refuse(REPLACE, "changed_meanwhile");
    expect(selectBox("Schedule").value).toBe("");
    await fill("Queries, one per line", "milk");
    await submit(dialog().querySelector("form"));
    expect([alert(), textBox("Queries, one per line").value]).toEqual([
      "This job was changed by somebody else, or by a run, while it was being saved. Try again.",
      "milk",
    ]);
  });
});
