import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { isComposing } from "../parts/forms/input-method.ts";
import { leaveFullScreen } from "./full-screen-button.tsx";

/** Where a key leads; null: nowhere. */
interface KeyTargets {
  readonly Escape: string;
  readonly ArrowLeft: string | null;
  readonly ArrowRight: string | null;
}

/**
 * The keys of a viewer, while the focus is on the page: those that are pressed in a frame of another site stay there. In full
 * screen Escape leaves that first.
 */
export function useViewerKeys(targets: KeyTargets): void {
  const { route } = useLocation();
  const latest = useRef(targets);
  latest.current = targets;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isComposing(event)) return;
      if (key !== "Escape" && key !== "ArrowLeft" && key !== "ArrowRight") return;
      // A player that is being loaded has the focus already.
      if (document.activeElement instanceof HTMLIFrameElement) return;
      // What lies over the page has its own keys.
      if (document.querySelector("dialog[open], [popover]:popover-open") !== null) return;
      const target = latest.current[key];
      if (target === null) return;
      // Most browsers take this Escape for themselves.
      if (key === "Escape" && document.fullscreenElement != null) {
        leaveFullScreen();
        return;
      }
      event.preventDefault();
      route(target);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [route]);
}
