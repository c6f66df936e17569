import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { isComposing } from "../parts/forms/input-method.ts";
import { leaveFullScreen } from "./full-screen-button.tsx";

/** The addresses to which keys lead; null for none. */
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
      // Dialogs and popovers have keys of their own.
      if (document.querySelector("dialog[open], [popover]:popover-open") !== null) return;
      const target = latest.current[key];
      if (target === null) return;
      // Most browsers handle this Escape themselves.
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
