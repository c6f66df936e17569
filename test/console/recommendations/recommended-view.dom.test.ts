// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fill, pass, press, select, settled, submit } from "../dom/acts.ts";
import type { AnsweringApi } from "../dom/answering-api.ts";
import { links } from "../dom/contents.ts";
import {
  delivery,
  numbered,
  openRecommendations,
  recommendation,
  recommendationsApi,
} from "../dom/recommendations-page.ts";
import {
  article,
  button,
  dialog,
  focused,
  hasButton,
  referred,
  selectBox,
  textBox,
  texts,
  told,
} from "../dom/shown.ts";

const LIST = "GET /v1/recommendations";
const CHANGE = "PUT /v1/recommendations/r1";
const DELIVERIES = "GET /v1/recommendations/r1/deliveries";

afterEach(() => void vi.useRealTimers());

const headings = () => texts("article h2");
const queries = (api: AnsweringApi) => api.queries(LIST).map((query) => new URLSearchParams(query));
const problemOf = (label: string) => textBox(label).closest(".field")?.querySelector(".failure")?.textContent;

describe("a recommended site", () => {
  it("shows what is said about it, and to administrators its counts", async () => {
    await openRecommendations(
      recommendationsApi(
        recommendation({
          id: "r1",
          description: "I like it.",
          excerpt: "About owls.",
          favicon: "https://r1.example/icon.png",
          featured_image: "https://r1.example/owl.png",
          one_click_subscribe: true,
          count: { clicks: 1_200, subscribers: 3 },
        }),
      ),
    );
    expect([referred(article("Site r1"), "aria-labelledby"), links("h2"), texts("article small")]).toEqual([
      "Site r1",
      [["Site r1", "https://r1.example/"]],
      ["https://r1.example/"],
    ]);
    expect(texts("article > p")).toEqual([
      "I like it.",
      "About owls.",
      "Since 1 Mar 2026Clicks: 1,200Subscribers: 3One-click subscription",
    ]);
    expect(document.querySelector("img")).toBeNull();
    await press("Show images");
    expect(Array.from(document.querySelectorAll("img"), ({ src }) => src)).toEqual([
      "https://r1.example/icon.png",
      "https://r1.example/owl.png",
    ]);
    const described = [
      ...["Edit", "Delete", "Announce again"].map((name) => button(name)),
      document.querySelector("summary"),
    ];
    expect(new Set(described.map((each) => referred(each, "aria-describedby")))).toEqual(new Set(["Site r1"]));
  });

  it("is marked for administrators when it has not answered its latest notification", async () => {
    const sites = ["r1", "r2", "r3"].map((id) => recommendation({ id }));
    const deliveries = [
      delivery({ recommendation_id: "r1", target: "https://r1.example/", last_status_code: null }),
      delivery({ recommendation_id: "r2", target: "https://r2.example/", last_status_code: 500 }),
      delivery({ recommendation_id: "r3", target: "https://old.example/", last_status_code: null }),
    ];
    const api = recommendationsApi(...sites).answer("GET /v1/deliveries", { deliveries, next_cursor: null });
    await openRecommendations(api);
    expect([texts("article .chip"), texts("article:has(.chip) h2")]).toEqual([["Site unreachable"], ["Site r1"]]);
    expect(api.queries("GET /v1/deliveries")).toEqual(["status=failed&limit=100"]);
    await openRecommendations(api, "", false);
    expect([texts("article .chip"), api.asked("GET /v1/deliveries").length]).toEqual([[], 1]);
  });

  it("leaves out unknown facts, and the actions of administrators", async () => {
    const api = recommendationsApi(recommendation({ id: "r1" }));
    await openRecommendations(api, "", false);
    expect([texts("article > p"), texts("article button")]).toEqual([["Since 1 Mar 2026"], []]);
    expect(document.querySelector("details, [role=tablist], select")).toBeNull();
    expect([hasButton("Add recommendation"), queries(api)[0]?.get("include")]).toEqual([false, null]);
  });

  it("is deleted after a question; the focus goes on", async () => {
    const api = recommendationsApi(recommendation({ id: "r1" }), recommendation({ id: "r2" }));
    api.answer("DELETE /v1/recommendations/r1", () => void api.answer(LIST, numbered([recommendation({ id: "r2" })])));
    await openRecommendations(api);
    await press("Delete", article("Site r1"));
    expect(texts("dialog h2")).toEqual(["Delete Site r1?"]);
    expect(texts("dialog p")[0]).toEqual(expect.stringMatching(/^It is removed from your page/));
    expect(api.asked("DELETE /v1/recommendations/r1")).toEqual([]);
    await press("Delete", dialog());
    expect([headings(), focused(), told()]).toEqual([["Site r2"], "Site r2", "Deleted: Site r1"]);
  });

  it("is announced again, and shows what has become of that until it is known", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 1 });
    const api = recommendationsApi(recommendation({ id: "r1" })).answer(
      "POST /v1/recommendations/r1/announce",
      () => undefined,
    );
    api.answer(DELIVERIES, { deliveries: [delivery({ status: "pending", attempts: 0, last_attempt_at: null })] });
    await openRecommendations(api);
    expect([document.querySelector("details")?.open, api.asked(DELIVERIES).length]).toEqual([false, 0]);
    await press("Announce again");
    await act(settled);
    expect([told(), document.querySelector("details")?.open, texts("ul.deliveries li")]).toEqual([
      "The site is being notified again: Site r1",
      true,
      ["https://r1.example/The site is being notifiedNot tried yet"],
    ]);
    api.answer(DELIVERIES, { deliveries: [delivery()] });
    await pass(2);
    await act(settled);
    expect(texts("ul.deliveries li")[0]).toMatch(
      /^https:\/\/r1\.example\/The site has accepted the notificationAttempts: 2Last: .* ago$/,
    );
    const asked = api.asked(DELIVERIES).length;
    await pass(10);
    expect(api.asked(DELIVERIES).length).toBe(asked);
    await press("Announce again");
    await act(settled);
    expect(api.asked(DELIVERIES).length).toBe(asked + 1);
  });

  it("shows its deliveries when they are opened", async () => {
    const api = recommendationsApi(recommendation({ id: "r1" })).answer(DELIVERIES, { deliveries: [] });
    await openRecommendations(api);
    const details = document.querySelector("details") as HTMLDetailsElement;
    await act(async () => {
      details.open = true;
      details.dispatchEvent(new Event("toggle"));
      await settled();
    });
    await act(settled);
    expect(texts("details .quiet")).toEqual(["The site has not been notified yet."]);
    await act(() => {
      details.open = false;
      details.dispatchEvent(new Event("toggle"));
    });
    expect(texts("details .quiet")).toEqual([]);
  });
});

describe("the recommended sites", () => {
  it("are listed in an order, page by page, with links to where readers find them", async () => {
    const pages = numbered([recommendation({ id: "r1" })], [recommendation({ id: "r2" })]);
    const api = recommendationsApi().answer(LIST, pages);
    await openRecommendations(api);
    expect([headings(), texts("p[role=status]")]).toEqual([["Site r1"], ["1 of 2"]]);
    await press("Show more");
    expect([headings(), texts("p[role=status]")]).toEqual([["Site r1", "Site r2"], ["2 sites"]]);
    expect(links("main p.quiet").map(([, address]) => address)).toEqual([
      "/",
      "/.well-known/recommendations.json",
      "/recommendations.atom",
    ]);
    expect([selectBox("Order").value, Array.from(selectBox("Order").options, ({ text }) => text)]).toEqual([
      "newest",
      ["As published", "Most clicks", "Most subscribers", "Title"],
    ]);
    await select("Order", "clicks");
    await select("Order", "newest");
    expect(location.search).toBe("");
    await select("Order", "title");
    expect([location.search, selectBox("Order").value, queries(api).map((query) => query.get("order"))]).toEqual([
      "?order=title",
      "title",
      ["created_at desc", "created_at desc", "count.clicks desc", "created_at desc", "title asc"],
    ]);
    const [first, second] = queries(api).map((query) => Object.fromEntries(query));
    const rest = { order: "created_at desc", limit: "20", include: "count.clicks,count.subscribers" };
    expect([first, second]).toEqual([
      { page: "1", ...rest },
      { page: "2", ...rest },
    ]);
    expect(document.querySelector("ul.items")?.getAttribute("aria-label")).toBe("Recommended sites");
  });

  it("say that the list is empty, or that the item in the address is gone", async () => {
    await openRecommendations(recommendationsApi());
    expect(texts(".empty")[0]).toMatch(/^No recommendations yet\./);
    await press("Recommend the first site");
    expect(location.pathname).toBe("/app/recommendations/add");
    await openRecommendations(recommendationsApi(), "", false);
    expect([texts(".empty").length, hasButton("Recommend the first site")]).toEqual([1, false]);
    const api = recommendationsApi();
    await openRecommendations(api, "?id=r1'x");
    expect(texts(".empty")).toEqual(["This recommendation is no longer there."]);
    expect([queries(api)[0]?.get("filter"), document.querySelector("select")]).toEqual(["id:'r1x'", null]);
    expect(links("main")).toContainEqual(["All recommendations", "/app/recommendations"]);
  });

  it("have tabs for administrators, and there is no other view", async () => {
    await openRecommendations(recommendationsApi());
    expect(texts("h1")).toEqual(["Recommendations"]);
    expect(document.querySelector("[role=tablist]")?.getAttribute("aria-label")).toBe("Recommendations");
    expect(links("[role=tablist]")).toEqual([
      ["Recommended", "/app/recommendations"],
      ["Incoming", "/app/recommendations/incoming"],
      ["Mentions", "/app/recommendations/mentions"],
      ["Deliveries", "/app/recommendations/deliveries"],
      ["Blocked hosts", "/app/recommendations/blocked-hosts"],
    ]);
    expect(texts("[role=tab][aria-selected=true]")).toEqual(["Recommended"]);
    await press("Add recommendation");
    expect([location.pathname, texts("h1")]).toEqual(["/app/recommendations/add", ["Add recommendation"]]);
    expect(focused()).toBe("Add recommendation");
    await openRecommendations(recommendationsApi(), "/other");
    expect(texts("[role=tab]")).toEqual([]);
    for (const view of ["/incoming", "/add"]) {
      await openRecommendations(recommendationsApi(), view, false);
      expect([texts("[role=tab]"), texts("main form"), document.querySelector("main")?.textContent]).toEqual([
        [],
        [],
        expect.stringContaining("This page is for administrators."),
      ]);
    }
  });
});

describe("the form that edits a recommendation", () => {
  const own = { description: "I like it.", excerpt: "Owls.", favicon: "https://r1.example/icon.png" };
  const SITE = recommendation({ id: "r1", ...own, one_click_subscribe: true });
  const save = () => submit(dialog().querySelector("form"));

  it("shows it as it is, and sends only what was changed: a field that is sent no longer follows the site", async () => {
    const api = recommendationsApi(SITE).answer(CHANGE, () => ({ recommendations: [{ ...SITE, title: "Owls" }] }));
    await openRecommendations(api);
    await press("Edit");
    const labels = ["Title", "Address", "Description", "Excerpt", "Address of the icon", "Address of the image"];
    expect([texts("dialog h2"), labels.map((label) => textBox(label).value)]).toEqual([
      ["Edit “Site r1”"],
      ["Site r1", "https://r1.example/", "I like it.", "Owls.", "https://r1.example/icon.png", ""],
    ]);
    const [box, area] = ["INPUT", "TEXTAREA"];
    expect(labels.map((label) => textBox(label).tagName)).toEqual([box, box, area, area, box, box]);
    expect(labels.map((label) => textBox(label).maxLength)).toEqual([2_000, 2_000, 200, 2_000, 2_000, 2_000]);
    expect(selectBox("One-click subscription").value).toBe("yes");
    await fill("Title", " Owls ");
    // What is emptied is given back to the site.
    for (const [label, text] of Object.entries({ Excerpt: " ", Description: "", "Address of the icon": "" }))
      await fill(label, text);
    await select("One-click subscription", "site");
    await save();
    const emptied = { excerpt: null, description: null, favicon: null, one_click_subscribe: null };
    expect(api.bodies(CHANGE)).toEqual([{ recommendations: [{ title: "Owls", ...emptied }] }]);
    expect([told(), document.querySelector("dialog"), api.asked(LIST).length]).toEqual(["Saved: Owls", null, 2]);
    await press("Edit");
    await select("One-click subscription", "no");
    await save();
    expect(api.bodies(CHANGE)[1]).toEqual({ recommendations: [{ one_click_subscribe: false }] });
    await press("Edit");
    await save();
    expect([api.bodies(CHANGE).length, told(), document.querySelector("dialog")]).toEqual([
      2,
      "Nothing was changed.",
      null,
    ]);
    await press("Edit");
    // The API takes no address without a scheme.
    await fill("Address", "owls.example");
    await save();
    expect(api.bodies(CHANGE)[2]).toEqual({ recommendations: [{ url: "https://owls.example/" }] });
  });

  it("says what is wrong at its box, and what is recommended already", async () => {
    const api = recommendationsApi(SITE).refuse(CHANGE, "duplicate_url");
    await openRecommendations(api);
    await press("Edit");
    await fill("Title", " ");
    await fill("Address", "owls");
    await save();
    expect([problemOf("Title"), problemOf("Address"), api.bodies(CHANGE)]).toEqual([
      "A recommendation needs a title.",
      "This is not a site's address. Use the form https://blog.example",
      [],
    ]);
    await fill("Title", "Owls");
    await fill("Address", "");
    await save();
    expect([problemOf("Title"), problemOf("Address"), api.bodies(CHANGE)]).toEqual([undefined, expect.anything(), []]);
    await fill("Address", "https://owls.example");
    await save();
    expect(dialog().querySelector("[role=alert]")?.textContent).toMatch(
      /^The site at this address is already recommended\./,
    );
    api.refuse(CHANGE, "no_room");
    await save();
    expect(dialog().querySelector("[role=alert]")?.textContent).toContain("because of no_room");
  });
});
