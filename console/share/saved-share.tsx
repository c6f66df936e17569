import { CircleCheck } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { notify } from "../status/status.tsx";
import { shareTexts } from "./share-texts.ts";

/** What a person can do when the page that was shared is saved. */
export function SavedShare({ type }: { readonly type: "bookmark" | "stock" }) {
  const t = translations(shareTexts);
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus(), []);
  const close = () => {
    window.close();
    // Still here: browsers close only windows that a script has opened.
    notify(translations(shareTexts).cannotClose);
  };
  return (
    <EmptyState
      picture={<Icon icon={CircleCheck} />}
      text={
        <p ref={message} tabIndex={-1}>
          {isOffline.value ? t.savedOffline : t.saved}
        </p>
      }
    >
      <div class="actions">
        <button type="button" class="primary" onClick={close}>
          {translations(partTexts).close}
        </button>
        <a class="button" href={type === "bookmark" ? "/app/bookmarks" : "/app/slides"}>
          {t.goOn[type]}
        </a>
      </div>
    </EmptyState>
  );
}
