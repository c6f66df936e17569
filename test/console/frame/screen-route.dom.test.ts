// @vitest-environment happy-dom
import type { VNode } from "preact";
import { h } from "preact";
import { act } from "preact/test-utils";
import lazy from "preact-iso/lazy";
import { Router, useLocation } from "preact-iso/router";
import { expect, it } from "vitest";
import { ScreenRoute } from "../../../console/frame/screen-route.tsx";
import { settled } from "../dom/acts.ts";
import { openPage } from "../dom/page.ts";
import { texts } from "../dom/shown.ts";

it("a screen keeps its own address while the file of the next one is loaded", async () => {
  const file = Promise.withResolvers<() => VNode>();
  const Next = lazy(() => file.promise);
  const List = () => {
    const { url, route } = useLocation();
    return h(
      "button",
      { type: "button", onClick: () => route(url === "/app/list?q=1" ? "/app/list?q=2" : "/app/next") },
      url,
    );
  };
  const Screens = () =>
    h(Router, {
      children: [
        h(ScreenRoute, { path: "/app/list", component: List }) as VNode,
        h(ScreenRoute, { path: "/app/next", component: Next }) as VNode,
      ],
    });
  const press = () => act(() => document.querySelector("button")?.click());
  await (await openPage()).show(Screens, "list?q=1");
  expect(texts("main")).toEqual(["/app/list?q=1"]);
  await press();
  expect(texts("main")).toEqual(["/app/list?q=2"]);
  await press();
  await act(settled);
  expect([location.pathname, texts("main")]).toEqual(["/app/next", ["/app/list?q=2"]]);
  file.resolve(() => h("p", {}, "The next one"));
  await act(settled);
  await act(settled);
  expect(texts("main")).toEqual(["The next one"]);
});
