import { SearchX } from "lucide";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { Screen } from "./screen.tsx";
import { shellTexts } from "./shell-texts.ts";

/** The screen of an unknown address. */
export function NotFound() {
  const t = translations(shellTexts);
  return (
    <Screen title={t.notFoundTitle}>
      <EmptyState picture={<Icon icon={SearchX} />} text={t.notFound}>
        <a class="button primary" href="/app/bookmarks">
          {t.bookmarks}
        </a>
      </EmptyState>
    </Screen>
  );
}
