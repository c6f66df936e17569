import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { translations } from "../language/language.ts";
import { Screen } from "../shell/screen.tsx";
import { SavedShare } from "./saved-share.tsx";
import { ShareForm } from "./share-form.tsx";
import { shareTexts } from "./share-texts.ts";
import { sharedAddress } from "./shared-address.ts";

/**
 * Where the share sheets of phones and the bookmarklet lead. Nothing is saved before the person presses `Save`: any page
 * can open this address.
 */
export function ShareScreen() {
  const t = translations(shareTexts);
  const { query, url } = useLocation();
  const [saved, setSaved] = useState<{ readonly url: string; readonly type: "bookmark" | "stock" } | null>(null);
  return (
    <Screen title={t.title}>
      {saved !== null && saved.url === url ? (
        <SavedShare type={saved.type} />
      ) : (
        <ShareForm
          key={url}
          page={sharedAddress(query)}
          createdFrom={query.from === "bookmarklet" ? "bookmarklet" : "web"}
          onSaved={(type) => setSaved({ url, type })}
        />
      )}
    </Screen>
  );
}
