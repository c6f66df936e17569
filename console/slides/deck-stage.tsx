import type { IconNode } from "lucide";
import { CloudOff, Play, TriangleAlert } from "lucide";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Stock, SyncedStock } from "../../client/index.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { RetryButton } from "../parts/queue/refresh-button.tsx";
import { SafeLink } from "../parts/safe-link.tsx";
import { titleOf } from "../saved-items/item-row.ts";
import { deckFrameAddress } from "./deck-frame-address.ts";
import { DeckPicture } from "./deck-picture.tsx";
import { failureText } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/**
 * The slides of a deck: its picture, and in its place the provider's player once a person asks for it, since the provider
 * sees then who looks at what.
 */
export function DeckStage({
  deck,
  describedBy,
}: {
  readonly deck: SyncedStock;
  /** Id of the deck's heading. */
  readonly describedBy: string;
}) {
  const t = translations(slidesTexts);
  const { item: stock } = deck;
  const [isPlaying, setPlaying] = useState(false);
  const provider = t.providers[stock.provider];
  const address = deckFrameAddress(stock);
  if (isPlaying && address !== null) return <Player stock={stock} address={address} />;
  const link = <SafeLink url={stock.canonical_url}>{t.openAt(provider)}</SafeLink>;
  if (stock.status === "pending") return <Poster stock={stock} text={t.fetching} />;
  if (stock.status === "failed") {
    return (
      <Poster stock={stock} icon={TriangleAlert} text={failureText(stock.failure?.code)}>
        <RetryButton type="stock" item={stock} describedBy={describedBy} />
        {link}
      </Poster>
    );
  }
  if (address === null) {
    return (
      <Poster stock={stock} text={t.noPlayer}>
        {link}
      </Poster>
    );
  }
  if (isOffline.value) {
    return (
      <Poster stock={stock} icon={CloudOff} text={t.noConnection}>
        {link}
      </Poster>
    );
  }
  return (
    <>
      <div class="stage">
        <DeckPicture page={stock.canonical_url} url={stock.thumbnail_url} />
        <button type="button" class="primary" aria-describedby={describedBy} onClick={() => setPlaying(true)}>
          <Icon icon={Play} />
          {t.show}
        </button>
      </div>
      <p class="stage-note">{t.shownBy}</p>
    </>
  );
}

/** What is shown instead of slides, and why. */
function Poster({
  stock,
  icon = null,
  text,
  children = null,
}: {
  readonly stock: Stock;
  readonly icon?: IconNode | null;
  readonly text: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <>
      <div class="stage stage-off">
        <DeckPicture page={stock.canonical_url} url={stock.thumbnail_url} />
        <div class="stack stage-text">
          {icon !== null && <Icon icon={icon} />}
          <p>{text}</p>
          {children}
        </div>
      </div>
      <p class="stage-note" />
    </>
  );
}

/**
 * The provider's player. It runs the provider's scripts at the provider's own origin, without this page's tokens; it opens
 * no windows, and does not learn where it is shown. It has the focus, since no key that is pressed here reaches it otherwise.
 */
function Player({ stock, address }: { readonly stock: Stock; readonly address: string }) {
  const t = translations(slidesTexts);
  const frame = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => frame.current?.focus(), []);
  // The player comes as another document, which the focus on its element does not reach.
  const enter = () => frame.current?.contentWindow?.focus();
  return (
    <>
      <div class="stage">
        <iframe
          ref={frame}
          onLoad={enter}
          src={address}
          title={t.frame(titleOf(stock))}
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="fullscreen"
          referrerpolicy="no-referrer"
        />
      </div>
      <p class="stage-note">
        {t.playerKeys}
        {stock.provider === "google_slides" && (
          <>
            {" "}
            {t.signInAtGoogle} <SafeLink url={stock.canonical_url}>{t.openAt("Google")}</SafeLink>
          </>
        )}
      </p>
    </>
  );
}
