// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { press, select } from "../dom/acts.ts";
import { AnsweringApi } from "../dom/answering-api.ts";
import { mention, openRecommendations } from "../dom/recommendations-page.ts";
import { article, button, focused, hasButton, referred, texts, told } from "../dom/shown.ts";

const MENTIONS = "GET /v1/mentions";

const page = (...mentions: readonly ReturnType<typeof mention>[]) => ({ mentions, next_cursor: null });

describe("a mention", () => {
  it("is hidden and shown again by one button, which keeps its place", async () => {
    const list = (hidden: boolean) => () => page(mention({ id: "a", hidden }), mention({ id: "b" }));
    const api = new AnsweringApi().answer(MENTIONS, list(false));
    const HIDE = "PATCH /v1/mentions/a";
    api.answer(HIDE, () => void api.answer(MENTIONS, list(api.asked(HIDE).length === 1)));
    await openRecommendations(api, "/mentions");
    const chips = () => Array.from(article("Post a").querySelectorAll(".chip"), ({ textContent }) => textContent);
    expect(referred(button("Hide", article("Post a")), "aria-describedby")).toBe("Post a");
    expect(chips()).toEqual(["Page", "Verified"]);
    await press("Hide", article("Post a"));
    expect(chips()).toEqual(["Page", "Verified", "Hidden"]);
    expect(told()).toBe("Hidden: Post a. It stays hidden even if it is sent again.");
    expect(hasButton("Hide", article("Post a"))).toBe(false);
    await press("Show again", article("Post a"));
    expect([chips(), told()]).toEqual([["Page", "Verified"], "Shown again: Post a. Its link is being verified."]);
    expect(api.bodies(HIDE)).toEqual([{ hidden: true }, { hidden: false }]);
  });

  it("leaves the list of those that are not hidden; the focus goes on", async () => {
    const api = new AnsweringApi().answer(MENTIONS, () => page(mention({ id: "a" }), mention({ id: "b" })));
    api.answer("PATCH /v1/mentions/a", () => void api.answer(MENTIONS, () => page(mention({ id: "b" }))));
    await openRecommendations(api, "/mentions");
    await select("Moderation", "no");
    expect([location.search, api.queries(MENTIONS)]).toEqual(["?hidden=no", ["", "hidden=false"]]);
    await press("Hide", article("Post a"));
    expect([texts("article h2"), focused()]).toEqual([["Post b"], "Post b"]);
    api.answer(MENTIONS, () => page());
    await select("Moderation", "yes");
    expect([api.queries(MENTIONS).at(-1), texts(".empty")]).toEqual(["hidden=true", ["No mentions of this kind."]]);
  });
});
