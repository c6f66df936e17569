// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { Drawing } from "../../../../console/parts/states/drawing.tsx";
import { EmptyState } from "../../../../console/parts/states/empty-state.tsx";
import { Skeleton } from "../../../../console/parts/states/skeleton.tsx";

afterEach(() => render(null, document.body));

it("a drawing of an empty state stands before the text and the action, and screen readers pass over it", async () => {
  const picture = h(Drawing, { children: h("circle", {}) });
  await act(() =>
    render(h(EmptyState, { picture, text: "No owls", children: h("button", {}, "Add one") }), document.body),
  );
  const drawing = document.querySelector('svg[aria-hidden="true"]');
  expect([drawing?.querySelectorAll("circle").length, document.body.textContent]).toEqual([1, "No owlsAdd one"]);
});

it.each(["rows", "lines"] as const)(
  "%s stand for a list that is being read, and screen readers pass over them",
  async (view) => {
    await act(() => render(h(Skeleton, { view }), document.body));
    const list = document.querySelector(`ul.${view}`);
    expect([list?.getAttribute("aria-hidden"), list?.querySelectorAll("li").length]).toEqual(["true", 12]);
  },
);
