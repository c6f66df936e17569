import { Maximize, Minimize } from "lucide";
import { useEffect, useState } from "preact/hooks";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { ActionName } from "../parts/item-actions.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { slidesTexts } from "./slides-texts.ts";

/**
 * Shows the page in full screen, and ends that; nothing where the browser has no full screen for pages, as on an iPhone.
 */
export function FullScreenButton() {
  const t = translations(slidesTexts);
  const [isFull, setFull] = useState(document.fullscreenElement != null);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement != null);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);
  // The page, not a part of it: what is told and asked stays in sight, and the next deck is full as well.
  const turn = useMutation(() =>
    document.fullscreenElement == null ? document.documentElement.requestFullscreen() : document.exitFullscreen(),
  );
  if (!document.fullscreenEnabled) return null;
  return (
    <button type="button" class="icon-button" data-full-screen onClick={turn.run}>
      <Icon icon={isFull ? Minimize : Maximize} />
      <ActionName>{isFull ? t.leaveFullScreen : t.fullScreen}</ActionName>
    </button>
  );
}

/** Ends what the button began, when the screen is left. */
export function leaveFullScreen(): void {
  if (document.fullscreenElement != null) document.exitFullscreen().catch((error: unknown) => console.error(error));
}
