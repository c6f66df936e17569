// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { does, fill, leaveFor, press, submit } from "../dom/acts.ts";
import type { AnsweringApi } from "../dom/answering-api.ts";
import { openRecommendations, recommendationsApi } from "../dom/recommendations-page.ts";
import { textBox, texts, told } from "../dom/shown.ts";

const CHECK = "POST /v1/recommendations/check";
const CREATE = "POST /v1/recommendations";

const problemOf = (label: string) => textBox(label).closest(".field")?.querySelector(".failure")?.textContent;
const headings = () => texts("article h2");

describe("recommending a site", () => {
  const SITE = {
    url: "https://owls.example/",
    id: null,
    title: "Owls",
    excerpt: "About owls.",
    favicon: null,
    featured_image: null,
    one_click_subscribe: true,
  };
  const checked = (fields: object) => ({ recommendations: [{ ...SITE, ...fields }] });
  async function checks(api: AnsweringApi): Promise<void> {
    await openRecommendations(api, "/add");
    await fill("Address", " owls.example ");
    await submit();
  }

  it("looks it up, shows what it says, and recommends it with one's own words", async () => {
    const api = recommendationsApi()
      .answer(CHECK, checked({}))
      .answer(CREATE, checked({ id: "r1" }));
    await openRecommendations(api, "/add");
    expect(api.asked(CHECK)).toEqual([]);
    await fill("Address", " owls.example ");
    const go = api.hold();
    await submit();
    expect(texts("form p[role=status]")).toEqual(["Looking up the site. This takes at most ten seconds."]);
    await does(go);
    expect([api.bodies(CHECK), location.search]).toEqual([
      [{ recommendations: [{ url: "https://owls.example/" }] }],
      "?url=https%3A%2F%2Fowls.example%2F",
    ]);
    expect([headings(), texts("article p"), texts("section > p"), focusedValue()]).toEqual([
      ["Owls"],
      ["About owls.", "One-click subscription"],
      ["Excerpt, icon and image are kept up to date with the site until you change them."],
      "Owls",
    ]);
    expect(document.querySelector("section")?.getAttribute("aria-label")).toBe("What the site says about itself");
    await fill("Title", " Owls at night ");
    await fill("Description", " I like it. ");
    await submit();
    expect([api.bodies(CREATE), location.pathname, told()]).toEqual([
      [{ recommendations: [{ title: "Owls at night", url: "https://owls.example/", description: "I like it." }] }],
      "/app/recommendations",
      "Recommended: Owls at night. The site is being notified.",
    ]);
  });

  it("leads nowhere when the person has left its screen before the site is recommended", async () => {
    const api = recommendationsApi()
      .answer(CHECK, checked({}))
      .answer(CREATE, checked({ id: "r1" }));
    await checks(api);
    const go = api.hold(CREATE);
    await submit();
    await leaveFor("/app/recommendations/incoming");
    await does(go);
    expect([location.pathname, told()]).toEqual([
      "/app/recommendations/incoming",
      "Recommended: Owls. The site is being notified.",
    ]);
  });
  const focusedValue = () => (document.activeElement as HTMLInputElement | null)?.value;

  it("explains that a text is not an address", async () => {
    const api = recommendationsApi();
    await openRecommendations(api, "/add");
    await fill("Address", "owls");
    await submit();
    expect([problemOf("Address"), api.asked(CHECK), location.search]).toEqual([
      "This is not a site's address. Use the form https://blog.example",
      [],
      "",
    ]);
    api.answer(CHECK, checked({}));
    await fill("Address", "owls.example");
    await submit();
    expect(headings()).toEqual(["Owls"]);
  });

  it("says that a site says nothing about itself, and asks for a title", async () => {
    const silent = { title: null, excerpt: null, one_click_subscribe: false };
    const api = recommendationsApi().answer(CHECK, checked(silent));
    await checks(api);
    expect([headings(), texts("article p")]).toEqual([["owls.example"], []]);
    expect(texts("section > p")[0]).toEqual(expect.stringMatching(/^The site says nothing about itself/));
    await fill("Title", "  ");
    await submit();
    expect([problemOf("Title"), api.asked(CREATE)]).toEqual(["A recommendation needs a title.", []]);
    await fill("Title", "Owls");
    api.answer(CREATE, checked({ id: "r1" }));
    await submit();
    expect(api.bodies(CREATE)).toEqual([{ recommendations: [{ title: "Owls", url: "https://owls.example/" }] }]);
  });

  it.each([
    { title: "Owls" },
    { excerpt: "About owls." },
    { favicon: "https://o.example/i" },
    { featured_image: "https://o.example/i" },
  ])("does not call a site silent that says %j", async (said) => {
    const silent = { title: null, excerpt: null, ...said };
    await checks(recommendationsApi().answer(CHECK, checked(silent)));
    expect(texts("section > p")).toEqual([
      "Excerpt, icon and image are kept up to date with the site until you change them.",
    ]);
  });

  it("leads to the recommendation that exists already", async () => {
    await checks(recommendationsApi().answer(CHECK, checked({ id: "r 1" })));
    expect(texts("p.failure")).toEqual(["This site is already recommended: Owls"]);
    expect(document.querySelector("p.failure a")?.getAttribute("href")).toBe("/app/recommendations?id=r+1");
    await checks(recommendationsApi().answer(CHECK, checked({ id: "r1", title: null })));
    expect(texts("p.failure a")).toEqual(["https://owls.example/"]);
  });

  it("leads to the one that another administrator has recommended meanwhile", async () => {
    const api = recommendationsApi().answer(CHECK, checked({})).refuse(CREATE, "duplicate_url");
    await checks(api);
    api.answer(CHECK, checked({ id: "r9" }));
    await submit();
    expect(document.querySelector("p.failure a")?.getAttribute("href")).toBe("/app/recommendations?id=r9");
  });

  it("says why it was refused, for whatever reason", async () => {
    const api = recommendationsApi().answer(CHECK, checked({}));
    await checks(api);
    for (const code of ["duplicate_url", "no_room"]) {
      api.refuse(CREATE, code);
      await submit();
      const failure = document.querySelector("form [role=alert]")?.textContent;
      expect([failure, location.pathname]).toEqual([
        expect.stringContaining(`because of ${code}`),
        "/app/recommendations/add",
      ]);
    }
  });

  it("starts with an address that another screen passes on, and goes back to it", async () => {
    const api = recommendationsApi().answer(CHECK, checked({}));
    await openRecommendations(api, "/add?url=https://owls.example/");
    expect([api.bodies(CHECK).length, headings()]).toEqual([1, ["Owls"]]);
    await press("Other address");
    expect([headings(), textBox("Address").value]).toEqual([[], "https://owls.example/"]);
    await expect.poll(() => document.activeElement === textBox("Address") || null).not.toBeNull();
  });
});
