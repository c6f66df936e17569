// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { does, fill, press, select, settled, submit } from "../dom/acts.ts";
import { AnsweringApi, paged } from "../dom/answering-api.ts";
import { links } from "../dom/contents.ts";
import { incoming, mention, numbered, openRecommendations } from "../dom/recommendations-page.ts";
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

const INCOMING = "GET /v1/incoming-recommendations";
const MENTIONS = "GET /v1/mentions";
const HOSTS = "GET /v1/blocked-hosts";
const BLOCK = "POST /v1/blocked-hosts";

const headings = () => texts("article h2");
const amount = () => texts("[role=tabpanel] p[role=status]");
const listName = () => document.querySelector("ul.items")?.getAttribute("aria-label");
const blocked = (host: string) => ({ host, blocked_at: "2026-03-01T11:30:00.000Z" });
const optionsOf = ({ options }: HTMLSelectElement) => Array.from(options, ({ text }) => text);
/** The two mentions `Post a`, if it is there, and `Post b`. */
const mentions = (a: Parameters<typeof mention>[0] | null = { id: "a" }) =>
  paged("mentions", [...(a === null ? [] : [mention(a)]), mention({ id: "b" })]);

describe("a site that recommends the owner's", () => {
  it("shows what it says about itself, and is recommended back", async () => {
    const api = new AnsweringApi().answer(
      INCOMING,
      numbered(
        [incoming({ id: "a", excerpt: "Owls.", favicon: "https://a.example/i.png" })],
        [incoming({ id: "b", recommending_back: true })],
      ),
    );
    await openRecommendations(api, "/incoming");
    expect([headings(), amount(), listName()]).toEqual([["Site a"], ["1 of 2"], "Sites that recommend yours"]);
    expect(texts("[role=tab][aria-selected=true]")).toEqual(["Incoming"]);
    await press("Show more");
    expect([amount(), api.queries(INCOMING)]).toEqual([["2 sites"], ["page=1&limit=20", "page=2&limit=20"]]);
    expect([referred(article("Site a"), "aria-labelledby"), links("article")[0]]).toEqual([
      "Site a",
      ["Site a", "https://a.example/"],
    ]);
    expect([texts("article > p"), texts("article .chip")]).toEqual([["Owls."], ["You recommend this site too"]]);
    expect(hasButton("Recommend back", article("Site b"))).toBe(false);
    await press("Show images");
    expect(document.querySelector("img")?.src).toBe("https://a.example/i.png");
    expect(referred(button("Recommend back"), "aria-describedby")).toBe("Site a");
    api.refuse("POST /v1/recommendations/check", "later");
    await press("Recommend back");
    expect(location.pathname + location.search).toBe("/app/recommendations/add?url=https%3A%2F%2Fa.example%2F");
  });

  it("is blocked after a question, and the focus goes on, until there is none", async () => {
    const [a, b] = [incoming({ id: "a" }), incoming({ id: "b" })];
    const api = new AnsweringApi().answer(INCOMING, numbered([a, b]));
    api.answer(BLOCK, () => {
      api.answer(INCOMING, numbered([b]));
      return blocked("a.example");
    });
    await openRecommendations(api, "/incoming");
    expect(referred(button("Block", article("Site a")), "aria-describedby")).toBe("Site a");
    await press("Block", article("Site a"));
    expect([texts("dialog h2"), texts("dialog p")[0]]).toEqual([
      ["Block a.example?"],
      expect.stringMatching(/^a\.example and its subdomains disappear from every list/),
    ]);
    expect(api.asked(BLOCK)).toEqual([]);
    const answer = api.hold(BLOCK);
    await press("Block", dialog());
    await press("Block", article("Site a"));
    expect(document.querySelector("dialog")).toBeNull();
    await does(answer);
    expect([api.bodies(BLOCK), headings()]).toEqual([[{ host: "a.example" }], ["Site b"]]);
    expect([focused(), told()]).toEqual(["Site b", "Blocked: a.example"]);
    await openRecommendations(api.answer(INCOMING, numbered([])), "/incoming");
    expect(texts(".empty")[0]).toMatch(/^No site recommends yours yet\./);
  });

  it("can't be blocked when its address names no host", async () => {
    const api = new AnsweringApi().answer(INCOMING, numbered([incoming({ id: "a", url: "owls" })]));
    await openRecommendations(api, "/incoming");
    expect(hasButton("Block")).toBe(false);
  });
});

describe("a mention", () => {
  it("shows who links to what, and whether that was verified", async () => {
    const first = [
      mention({ id: "a", last_verified_at: "2026-04-02T11:30:00.000Z" }),
      mention({ id: "b", title: null, kind: "recommendation", status: "new" }),
    ];
    const pages = paged("mentions", first, [mention({ id: "c", status: "gone" })]);
    await openRecommendations(new AnsweringApi().answer(MENTIONS, pages), "/mentions");
    expect([headings(), amount(), listName()]).toEqual([
      ["Post a", "b.example"],
      ["2 mentions, more below"],
      "Mentions",
    ]);
    await press("Show more");
    expect(amount()).toEqual(["3 mentions"]);
    const facts = (name: string) =>
      Array.from(article(name).querySelectorAll<HTMLElement>(".facts > *"), ({ textContent, title }) =>
        // The age is another one each day.
        textContent.replace(/(?<=: ).* ago$/, title.split(",")[0] ?? ""),
      );
    expect(facts("Post a")).toEqual(["Page", "Verified", "First seen: 1 Mar 2026", "Last verified: 2 Apr 2026"]);
    expect(facts("b.example")).toEqual(["Recommendation", "Not verified yet", "First seen: 1 Mar 2026"]);
    expect(facts("Post c")).toEqual(["Page", "Link removed", "First seen: 1 Mar 2026"]);
    expect(links("article").slice(0, 2)).toEqual([
      ["Post a", "https://a.example/post"],
      ["https://owner.example/page", "https://owner.example/page"],
    ]);
    const [, target] = article("Post a").querySelectorAll("a");
    expect([referred(article("Post a"), "aria-labelledby"), referred(target, "aria-describedby")]).toEqual([
      "Post a",
      "Post a",
    ]);
  });

  it("is chosen by kind and status, which the address keeps", async () => {
    const api = new AnsweringApi().answer(MENTIONS, paged("mentions", []));
    await openRecommendations(api, "/mentions?status=lost");
    expect(texts(".empty")).toEqual(["No Webmentions yet. Pages that link to yours and send one appear here."]);
    expect([api.queries(MENTIONS), selectBox("Kind").value]).toEqual([[""], ""]);
    expect(Array.from(document.querySelectorAll("select"), optionsOf)).toEqual([
      ["All", "Recommendation", "Page"],
      ["All", "Not verified yet", "Verified", "Link removed"],
      ["All", "Not hidden", "Hidden"],
    ]);
    await select("Kind", "page");
    expect([location.search, texts(".empty")]).toEqual(["?kind=page", ["No mentions of this kind."]]);
    await select("Status", "gone");
    const chosen = ["Kind", "Status"].map((label) => selectBox(label).value);
    expect([location.search, chosen]).toEqual(["?kind=page&status=gone", ["page", "gone"]]);
    await select("Kind", "");
    expect([location.search, texts(".empty")]).toEqual(["?status=gone", ["No mentions of this kind."]]);
    expect(api.queries(MENTIONS)).toEqual(["", "kind=page", "kind=page&status=gone", "status=gone"]);
  });

  it("leaves the list when its host is blocked", async () => {
    const api = new AnsweringApi().answer(MENTIONS, mentions());
    api.answer(BLOCK, () => {
      api.answer(MENTIONS, mentions(null));
      return blocked("a.example");
    });
    await openRecommendations(api, "/mentions");
    await press("Block", article("Post a"));
    await press("Block", dialog());
    expect([headings(), focused()]).toEqual([["Post b"], "Post b"]);
  });

  it("is hidden and shown again by one button, which keeps its place", async () => {
    const HIDE = "PATCH /v1/mentions/a";
    const api = new AnsweringApi().answer(MENTIONS, mentions());
    api.answer(HIDE, () => void api.answer(MENTIONS, mentions({ id: "a", hidden: api.asked(HIDE).length === 1 })));
    await openRecommendations(api, "/mentions");
    const chips = () => Array.from(article("Post a").querySelectorAll(".chip"), ({ textContent }) => textContent);
    expect(referred(button("Hide", article("Post a")), "aria-describedby")).toBe("Post a");
    expect(chips()).toEqual(["Page", "Verified"]);
    await press("Hide", article("Post a"));
    expect(chips()).toEqual(["Page", "Verified", "Hidden"]);
    expect([told(), hasButton("Hide", article("Post a"))]).toEqual([
      "Hidden: Post a. It stays hidden even if it is sent again.",
      false,
    ]);
    await press("Show again", article("Post a"));
    expect([chips(), told()]).toEqual([["Page", "Verified"], "Shown again: Post a. Its link is being verified."]);
    expect(api.bodies(HIDE)).toEqual([{ hidden: true }, { hidden: false }]);
  });

  it("that is hidden leaves the list of those that are not; the focus goes on", async () => {
    const api = new AnsweringApi().answer(MENTIONS, mentions());
    api.answer("PATCH /v1/mentions/a", () => void api.answer(MENTIONS, mentions(null)));
    await openRecommendations(api, "/mentions");
    await select("Moderation", "no");
    expect([location.search, api.queries(MENTIONS)]).toEqual(["?hidden=no", ["", "hidden=false"]]);
    await press("Hide", article("Post a"));
    expect([headings(), focused()]).toEqual([["Post b"], "Post b"]);
    await select("Moderation", "yes");
    expect(api.queries(MENTIONS).at(-1)).toBe("hidden=true");
  });
});

describe("the blocked hosts", () => {
  it("are listed, and unblocked; the focus goes on", async () => {
    const api = new AnsweringApi().answer(
      HOSTS,
      paged("blocked_hosts", [blocked("a.example"), blocked("b.example")], [blocked("c.example")]),
    );
    const left = paged("blocked_hosts", [blocked("b.example")]);
    api.answer("DELETE /v1/blocked-hosts/a.example", () => void api.answer(HOSTS, left));
    await openRecommendations(api, "/blocked-hosts");
    expect([headings(), amount(), listName()]).toEqual([
      ["a.example", "b.example"],
      ["2 blocked hosts, more below"],
      "Blocked hosts",
    ]);
    expect(texts("article .facts")[0]).toEqual(expect.stringMatching(/^Blocked .* ago$/));
    await press("Show more");
    expect([amount(), referred(article("c.example"), "aria-labelledby")]).toEqual([["3 blocked hosts"], "c.example"]);
    expect(referred(button("Unblock", article("a.example")), "aria-describedby")).toBe("a.example");
    await press("Unblock", article("a.example"));
    expect([headings(), focused()]).toEqual([["b.example"], "b.example"]);
    expect(told()).toBe("Unblocked: a.example. Its mentions are accepted again.");
  });

  it("gain the host that a person types", async () => {
    const api = new AnsweringApi().answer(HOSTS, paged("blocked_hosts", []));
    api.answer(BLOCK, () => {
      api.answer(HOSTS, paged("blocked_hosts", [blocked("spam.example")]));
      return blocked("spam.example");
    });
    await openRecommendations(api, "/blocked-hosts");
    expect(texts(".empty")).toEqual(["No host is blocked."]);
    await fill("Host", " Spam.example ");
    await submit();
    expect([api.bodies(BLOCK), textBox("Host").value]).toEqual([[{ host: "Spam.example" }], ""]);
    expect([headings(), told()]).toEqual([["spam.example"], "Blocked: spam.example"]);
  });

  it("leave the host that a person types while the one before is blocked", async () => {
    const api = new AnsweringApi().answer(HOSTS, paged("blocked_hosts", [])).answer(BLOCK, blocked("spam.example"));
    await openRecommendations(api, "/blocked-hosts");
    await fill("Host", "spam.example");
    const answer = api.hold(BLOCK);
    await submit();
    await fill("Host", "ads.ex");
    await does(answer);
    expect([told(), textBox("Host").value]).toEqual(["Blocked: spam.example", "ads.ex"]);
  });

  it("explain at the box why a text is no host, and elsewhere any other failure", async () => {
    const api = new AnsweringApi().answer(HOSTS, paged("blocked_hosts", [])).refuse(BLOCK, "validation_error");
    await openRecommendations(api, "/blocked-hosts");
    const failures = () =>
      [".field .failure", "form [role=alert]"].map((each) => document.querySelector(each)?.textContent);
    await fill("Host", "spam");
    await submit();
    await act(settled);
    expect(failures()).toEqual(["Type a host such as spam.example.", ""]);
    expect(document.activeElement === textBox("Host")).toBe(true);
    api.answer(BLOCK, () => blocked("spam.example"));
    api.faults.push({ kind: "answer", status: 403, body: JSON.stringify({ code: "forbidden", detail: "No." }) });
    await submit();
    expect([...failures(), textBox("Host").value]).toEqual([undefined, "Only administrators can do this.", "spam"]);
  });
});
