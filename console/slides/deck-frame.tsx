import type { Stock } from "../../client/index.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { deckFrameAddress } from "./deck-frame-address.ts";
import { deckName } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/**
 * The provider's player. It runs the provider's scripts at the provider's own origin, without this page's tokens; it opens
 * no windows, and does not learn where it is shown.
 */
export function DeckFrame({ stock }: { readonly stock: Stock }) {
  const t = translations(slidesTexts);
  const address = deckFrameAddress(stock);
  if (address === null) return <p>{t.noPlayer}</p>;
  if (isOffline.value) return <p>{t.noConnection}</p>;
  return (
    <div class="deck-frame">
      <iframe
        src={address}
        title={t.frame(deckName(stock))}
        loading="lazy"
        sandbox="allow-scripts allow-same-origin allow-presentation"
        allow="fullscreen"
        referrerpolicy="no-referrer"
      />
      {stock.provider === "google_slides" && (
        <p class="hint">
          {t.signInAtGoogle} <SafeLink url={stock.canonical_url}>{t.openAt("Google")}</SafeLink>
        </p>
      )}
    </div>
  );
}
