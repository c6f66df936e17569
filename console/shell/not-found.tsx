import { translations } from "../language/language.ts";
import { Screen } from "./screen.tsx";
import { shellTexts } from "./shell-texts.ts";

/** The screen of an address that is none. */
export function NotFound() {
  const t = translations(shellTexts);
  return (
    <Screen title={t.notFoundTitle}>
      <p>{t.notFound}</p>
      <p>
        <a href="/app/bookmarks">{t.bookmarks}</a>
      </p>
    </Screen>
  );
}
