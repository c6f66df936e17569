// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { recommendationsList } from "../../../lambdas/recommendations/embed/recommendations-list.ts";

const bare = {
  id: "r-1",
  url: "https://bob.example/",
  title: "Bob's birds",
  description: null,
  excerpt: null,
  featured_image: null,
  favicon: null,
  one_click_subscribe: false,
  created_at: "2026-11-20T03:00:00.000Z",
  updated_at: null,
};

it("a site of which only the title is known has a link, and nothing else", () => {
  expect(recommendationsList([bare]).outerHTML).toBe(
    '<ul part="list" role="list"><li part="item">' +
      '<a part="link" href="https://bob.example/" target="_blank" rel="noopener" ' +
      'referrerpolicy="no-referrer-when-downgrade" data-recommendation="r-1">' +
      '<span part="title" dir="auto">Bob\'s birds</span></a></li></ul>',
  );
});

it("a site has its icon, description and excerpt, in this order", () => {
  const list = recommendationsList([
    { ...bare, favicon: "https://bob.example/icon.png", description: "He counts them all.", excerpt: "Birds" },
  ]);
  const [item] = list.children;
  expect(item?.querySelector("a")?.firstElementChild?.outerHTML).toBe(
    '<img part="icon" alt="" loading="lazy" referrerpolicy="no-referrer" src="https://bob.example/icon.png">',
  );
  expect(Array.from(item?.children ?? []).map(({ outerHTML }) => outerHTML)).toEqual([
    expect.stringMatching(/^<a /),
    '<p part="description" dir="auto">He counts them all.</p>',
    '<p part="excerpt" dir="auto">Birds</p>',
  ]);
});

it("an icon that can't be loaded leaves the list", () => {
  const list = recommendationsList([{ ...bare, favicon: "https://bob.example/icon.png" }]);
  list.querySelector("img")?.dispatchEvent(new Event("error"));
  expect(list.querySelector("img")).toBeNull();
});

it("a site that takes subscriptions has a form, named by its title, that says where it is sent", () => {
  const form = recommendationsList([{ ...bare, one_click_subscribe: true }]).querySelector("form");
  expect(form?.outerHTML).toBe(
    '<form part="form" data-site="https://bob.example/" data-id="r-1">' +
      '<input part="input" type="email" name="email" required="" autocomplete="email" ' +
      'aria-label="Email address for Bob\'s birds" placeholder="you@example.com">' +
      '<button part="button" aria-label="Subscribe to Bob\'s birds">Subscribe</button>' +
      '<p part="status" role="status"></p></form>',
  );
});

it("every site is listed, in the API's order", () => {
  const list = recommendationsList(["c", "a", "b"].map((title) => ({ ...bare, title })));
  expect(Array.from(list.children).map(({ textContent }) => textContent)).toEqual(["c", "a", "b"]);
});

it("a text is never markup", () => {
  const text = "<img src=x onerror=alert(1)>";
  const list = recommendationsList([{ ...bare, title: text, description: text, excerpt: text }]);
  expect(list.textContent).toBe(text.repeat(3));
  expect(list.querySelector("img")).toBeNull();
});
