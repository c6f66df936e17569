import { TriangleAlert } from "lucide";
import { useEffect, useErrorBoundary, useRef } from "preact/hooks";
import { Router, useLocation } from "preact-iso/router";
import { isDeviceFull } from "../device/keep-item.ts";
import { hasNewVersion, isOffline } from "../device/offline.ts";
import { language, translations } from "../language/language.ts";
import { messageOf } from "../language/message-of.ts";
import { SIGN_IN_AGAIN, useSignedIn } from "../library/signed-in.ts";
import { typedAddresses } from "../parts/forms/typed-addresses.ts";
import { Icon } from "../parts/icon.tsx";
import { useQuery } from "../parts/queries/use-query.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { NotFound } from "../shell/not-found.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { notifyFailure, Status } from "../status/status.tsx";
import { Navigation } from "./navigation.tsx";
import { ScreenRoute } from "./screen-route.tsx";
import * as screens from "./screens.tsx";
import { Shortcuts } from "./shortcuts.tsx";

/** The frame around every screen: navigation, banners, status; and which screen has which address. */
export function Frame() {
  const t = translations(shellTexts);
  const failedAt = useRef("");
  const [failure, recover] = useErrorBoundary((error) => {
    console.error(error);
    failedAt.current = location.pathname;
  });
  const { path, route } = useLocation();
  // Most visits have none to show.
  const { value: imports } = useQuery("banner of an import", () => import("../parts/moving/import-banner.tsx"));
  useEffect(() => {
    if (location.pathname !== failedAt.current) recover();
  }, [path, recover]);
  useEffect(() => {
    if (path === "/app") route("/app/bookmarks", true);
  }, [path, route]);
  return (
    <>
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <Navigation />
      <main id="content" tabIndex={-1}>
        {failure === undefined ? (
          <Router>
            <ScreenRoute path="/app/bookmarks" component={screens.BookmarksScreen} />
            <ScreenRoute path="/app/bookmarks/:id" component={screens.ReadingScreen} />
            <ScreenRoute path="/app/bookmarks/:id/read" component={screens.ReadingScreen} />
            <ScreenRoute path="/app/slides" component={screens.SlidesScreen} />
            <ScreenRoute path="/app/slides/:id" component={screens.DeckScreen} />
            <ScreenRoute path="/app/books" component={screens.BooksScreen} />
            <ScreenRoute path="/app/books/:id" component={screens.BookScreen} />
            <ScreenRoute path="/app/prices" component={screens.PricesScreen} />
            <ScreenRoute path="/app/prices/:id" component={screens.PriceScreen} />
            <ScreenRoute path="/app/recommendations/:tab?" component={screens.RecommendationsScreen} />
            <ScreenRoute path="/app/notices" component={screens.NoticesScreen} />
            <ScreenRoute path="/app/operations/:tab?" component={screens.OperationsScreen} />
            <ScreenRoute path="/app/operations/jobs/:name" component={screens.JobScreen} />
            <ScreenRoute path="/app/tags" component={screens.TagsScreen} />
            <ScreenRoute path="/app/settings" component={screens.SettingsScreen} />
            <ScreenRoute path="/app/waiting" component={screens.WaitingScreen} />
            <ScreenRoute path="/app/share" component={screens.ShareScreen} />
            <ScreenRoute default component={NotFound} />
          </Router>
        ) : (
          <Failed error={failure} />
        )}
      </main>
      <div class="over-page">
        <Status />
        {imports && <imports.ImportBanner />}
        <Banners />
      </div>
      <Shortcuts />
    </>
  );
}

/** The messages that are shown on every screen. */
function Banners() {
  const t = translations(shellTexts);
  const { session } = useSignedIn();
  const signIn = () => {
    const { pathname, search } = location;
    session
      .signIn(pathname + search, language.value, typedAddresses())
      .catch((error: unknown) => notifyFailure(t.signInFailed(messageOf(error))));
  };
  return (
    <div class="banners" role="status">
      {session.hasEnded.value ? (
        <p class="banner failure">
          {t.sessionEnded}{" "}
          <button type="button" id={SIGN_IN_AGAIN} onClick={signIn}>
            {t.signInAgain}
          </button>
        </p>
      ) : (
        isOffline.value && <p class="banner">{t.offline}</p>
      )}
      {isDeviceFull.value && (
        <p class="banner failure">
          {t.deviceFull} <a href="/app/settings">{t.settings}</a>{" "}
          <button type="button" onClick={() => location.reload()}>
            {t.reload}
          </button>
        </p>
      )}
      {hasNewVersion.value && (
        <p class="banner">
          {t.newVersion}{" "}
          <button type="button" onClick={() => location.reload()}>
            {t.useNewVersion}
          </button>
        </p>
      )}
    </div>
  );
}

function Failed({ error }: { readonly error: unknown }) {
  const t = translations(shellTexts);
  return (
    <section role="alert">
      <EmptyState
        picture={<Icon icon={TriangleAlert} />}
        text={
          <>
            <h1>{t.screenFailed}</h1>
            <p>{String(error)}</p>
          </>
        }
      >
        <button type="button" class="primary" onClick={() => location.reload()}>
          {t.reload}
        </button>
      </EmptyState>
    </section>
  );
}
