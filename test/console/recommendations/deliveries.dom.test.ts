// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { press, select, settled } from "../dom/acts.ts";
import { AnsweringApi, paged } from "../dom/answering-api.ts";
import { links } from "../dom/contents.ts";
import { delivery, openRecommendations, recommendationsApi } from "../dom/recommendations-page.ts";
import { article, button, hasButton, referred, selectBox, texts, told } from "../dom/shown.ts";

const DELIVERIES = "GET /v1/deliveries";

afterEach(() => void vi.useRealTimers());

const headings = () => texts("article h2");
const amount = () => texts("[role=tabpanel] p[role=status]");
const listName = () => document.querySelector("ul.items")?.getAttribute("aria-label");

describe("the deliveries of all recommendations", () => {
  it("say in words what has become of each, and are announced again", async () => {
    const untried = { status: "pending", attempts: 0, last_attempt_at: null, last_status_code: null } as const;
    const words = [
      delivery({ ...untried, target: "https://a.example/" }),
      delivery({ target: "https://b.example/", status: "pending", attempts: 1, last_status_code: null }),
      delivery({ target: "https://c.example/", status: "no_endpoint" }),
      delivery({ target: "https://d.example/", status: "failed", last_status_code: 500 }),
      delivery({ target: "https://e.example/", status: "failed", last_status_code: 499 }),
    ];
    const api = new AnsweringApi().answer(DELIVERIES, paged("deliveries", words, [delivery()]));
    await openRecommendations(api, "/deliveries");
    expect([amount(), listName(), headings()[0]]).toEqual([
      ["5 deliveries, more below"],
      "Deliveries",
      "https://a.example/",
    ]);
    await press("Show more");
    expect([amount(), texts("article .facts > :first-child"), texts("article .facts > :nth-child(2)")]).toEqual([
      ["6 deliveries"],
      [
        "The site is being notified",
        "The site will be notified again: it did not answer, or its address does not exist",
        "The site accepts no notifications: it has no Webmention endpoint",
        "The site could not be notified: it failed (HTTP 500)",
        "The site could not be notified: it refused (HTTP 499)",
        "The site has accepted the notification",
      ],
      ["Not tried yet", "Attempts: 1", "Attempts: 2", "Attempts: 2", "Attempts: 2", "Attempts: 2"],
    ]);
    const tones = Array.from(document.querySelectorAll(".chip"), ({ className }) => className.slice("chip ".length));
    expect(tones).toEqual(["", "warn", "", "bad", "bad", "good"]);
    const last = article("https://r1.example/");
    expect(
      links("article")
        .slice(-2)
        .map(([, address]) => address),
    ).toEqual(["https://r1.example/", "/app/recommendations?id=r1"]);
    expect([referred(last, "aria-labelledby"), referred(button("Announce again", last), "aria-describedby")]).toEqual([
      "https://r1.example/",
      "https://r1.example/",
    ]);
    api.answer("POST /v1/recommendations/r1/announce", () => undefined);
    const asked = api.asked(DELIVERIES).length;
    await press("Announce again", last);
    expect(told()).toBe("The site is being notified again: https://r1.example/");
    expect(api.asked(DELIVERIES).length).toBeGreaterThan(asked);
  });

  const fakeTimeouts = () =>
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 1 });
  const passes = async (milliseconds: number) => {
    await act(() => void vi.advanceTimersByTime(milliseconds));
    await act(settled);
    await act(settled);
  };

  it("are read again while one is under way, until that fails", async () => {
    fakeTimeouts();
    const api = new AnsweringApi().answer(
      DELIVERIES,
      paged("deliveries", [delivery(), delivery({ target: "https://r1.example/old", status: "pending" })]),
    );
    await openRecommendations(api, "/deliveries");
    expect(api.asked(DELIVERIES).length).toBe(1);
    await passes(2_000);
    expect(api.asked(DELIVERIES).length).toBe(2);
    api.refuse(DELIVERIES, "later");
    await passes(2_000);
    await passes(10_000);
    expect(api.asked(DELIVERIES).length).toBe(3);
    api.answer(DELIVERIES, paged("deliveries", [delivery()]));
    await press("Try again");
    await passes(10_000);
    expect(api.asked(DELIVERIES).length).toBe(4);
  });

  it("are read no more after they are left, although one is under way", async () => {
    fakeTimeouts();
    const api = new AnsweringApi().answer(DELIVERIES, paged("deliveries", [delivery({ status: "pending" })]));
    await openRecommendations(api, "/deliveries");
    await openRecommendations(recommendationsApi());
    await passes(10_000);
    expect(api.asked(DELIVERIES).length).toBe(1);
  });

  it("are chosen by their outcome, which the address keeps", async () => {
    const api = new AnsweringApi().answer(DELIVERIES, paged("deliveries", []));
    await openRecommendations(api, "/deliveries");
    expect([texts(".empty"), Array.from(selectBox("Outcome").options, ({ text }) => text)]).toEqual([
      ["No site has been notified yet. Each site you recommend gets a Webmention."],
      ["All", "In progress", "Accepted by the site", "Site accepts no notifications", "Failed"],
    ]);
    await select("Outcome", "failed");
    expect([location.search, selectBox("Outcome").value]).toEqual(["?status=failed", "failed"]);
    expect(texts(".empty")).toEqual(["No deliveries of this kind."]);
    expect(api.queries(DELIVERIES)).toEqual(["", "status=failed"]);
    await press("Remove Failed");
    expect([location.search, selectBox("Outcome").value, hasButton("Filter")]).toEqual(["", "", true]);
    await openRecommendations(api, "/deliveries?status=sent");
    await press("Show all");
    expect([location.search, selectBox("Outcome").value]).toEqual(["", ""]);
  });
});
