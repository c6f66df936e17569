// @vitest-environment happy-dom
import { h } from "preact";
import { useRef } from "preact/hooks";
import { expect, it, onTestFinished, vi } from "vitest";
import { useOwnHeights } from "../../../console/parts/use-own-heights.ts";
import { openPage } from "../dom/page.ts";

function Cards({ isOn }: { readonly isOn: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  useOwnHeights(list, isOn, null);
  return h("ul", { ref: list, style: { gridAutoRows: "8px", columnGap: "16px" } }, h("li", {}), h("li", {}));
}

it("each card of a list has as many tracks as it is high with the gap below it, and a row has none", async () => {
  const heights = [200, 129];
  class Observer {
    constructor(run: (entries: unknown) => void) {
      this.observe = (target) => run([{ target, borderBoxSize: [{ blockSize: heights.shift() }] }]);
    }
    observe: (target: Element) => void;
    disconnect = () => undefined;
  }
  vi.stubGlobal("ResizeObserver", Observer);
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = await openPage();
  const tracks = () =>
    Array.from(document.querySelectorAll<HTMLElement>("main li"), ({ style }) => style.getPropertyValue("--tracks"));
  await page.show(() => h(Cards, { isOn: false }));
  expect(tracks()).toEqual(["", ""]);
  await page.show(() => h(Cards, { isOn: true }));
  expect(tracks()).toEqual(["27", "19"]);
});
