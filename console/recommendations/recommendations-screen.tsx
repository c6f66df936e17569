import { Plus } from "lucide";
import { useLocation } from "preact-iso/router";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { BackLink } from "../parts/back-link.tsx";
import { Icon } from "../parts/icon.tsx";
import { ImagesButton } from "../parts/outside-image.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { NotFound } from "../shell/not-found.tsx";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { AddRecommendation } from "./add/add-recommendation.tsx";
import { ADD, LISTS } from "./addresses.ts";
import { DeliveriesView } from "./deliveries/deliveries-view.tsx";
import { IncomingView } from "./incoming-view.tsx";
import { BlockedHostsView } from "./mentions/blocked-hosts-view.tsx";
import { MentionsView } from "./mentions/mentions-view.tsx";
import { recommendationTexts } from "./recommendation-texts.ts";
import { RecommendedView } from "./recommended-view.tsx";

const VIEWS = {
  recommended: RecommendedView,
  incoming: IncomingView,
  mentions: MentionsView,
  deliveries: DeliveriesView,
  blockedHosts: BlockedHostsView,
} as const;
const NAMES = Object.keys(VIEWS) as (keyof typeof VIEWS)[];

/** The recommended sites; for administrators also the incoming recommendations, mentions, deliveries and blocked hosts. */
export function RecommendationsScreen() {
  const t = translations(recommendationTexts);
  const title = translations(shellTexts).recommendations;
  const { person } = useSignedIn();
  const { path, route } = useLocation();
  // A key for each of both screens: the focus goes to the heading of the one that is opened.
  if (path === ADD) {
    return (
      <>
        <BackLink to={LISTS.recommended}>{t.showAll}</BackLink>
        <Screen key="add" title={t.add} adminsOnly>
          <AddRecommendation />
        </Screen>
      </>
    );
  }
  const name = NAMES.find((each) => LISTS[each] === path);
  if (name === undefined) return <NotFound />;
  const View = VIEWS[name];
  return (
    <Screen
      key="lists"
      title={title}
      adminsOnly={name !== "recommended"}
      actions={
        <>
          <ImagesButton />
          {person.isAdmin && (
            <button type="button" class="primary to-icon" onClick={() => route(ADD)}>
              <Icon icon={Plus} />
              <span>{t.add}</span>
            </button>
          )}
        </>
      }
    >
      {person.isAdmin ? (
        <Tabs label={title} tabs={NAMES.map((each) => ({ path: LISTS[each], label: t[each] }))} current={LISTS[name]}>
          <View />
        </Tabs>
      ) : (
        <View />
      )}
    </Screen>
  );
}
