import { useLocation } from "preact-iso/router";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { shellTexts } from "../shell/shell-texts.ts";
import { useSignedIn } from "../shell/signed-in.ts";

/** The links to the screens, and how many things wait to be sent. */
export function Navigation() {
  const t = translations(shellTexts);
  const { path } = useLocation();
  const { person, library } = useSignedIn();
  const { waiting, failed } = library.waiting.value;
  const held = waiting.length + failed.length;
  const link = (to: string, label: string) => (
    <li>
      <a href={to} aria-current={path === to || path.startsWith(`${to}/`) ? "page" : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <header class="top">
      <span class="brand" aria-hidden="true">
        <img src="/app/icons/magpie.svg" alt="" width="28" height="28" />
      </span>
      <nav aria-label={t.main}>
        <ul>
          {link("/app/bookmarks", t.bookmarks)}
          {link("/app/slides", t.slides)}
          {link("/app/books", t.books)}
          {link("/app/prices", t.prices)}
          {link("/app/recommendations", t.recommendations)}
          {person.isAdmin && link("/app/operations", t.operations)}
        </ul>
      </nav>
      <ul class="personal">
        {held > 0 && link("/app/waiting", t.waiting(count(held)))}
        {link("/app/settings", t.settings)}
      </ul>
    </header>
  );
}
