import { CloudCheck } from "lucide";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Icon } from "../parts/icon.tsx";
import { RunButton } from "../parts/run-button.tsx";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { Screen } from "../shell/screen.tsx";
import { notify } from "../status/status.tsx";
import { Unreadables } from "./unreadables.tsx";
import { WaitingItem } from "./waiting-item.tsx";
import { waitingScreenTexts } from "./waiting-screen-texts.ts";

/** Everything on this device that the API does not have yet. */
export function WaitingScreen() {
  const t = translations(waitingScreenTexts);
  const { library } = useSignedIn();
  // Read, so that the screen is rendered again when the queue changes.
  void library.revision.value;
  const { waiting, unreadable } = library.waiting.value;
  const items = library.synced.waiting();
  return (
    <Screen title={t.title} actions={waiting.length > 0 && <SendNow />}>
      {items.length === 0 ? (
        <EmptyState picture={<Icon icon={CloudCheck} />} text={t.none} />
      ) : (
        <>
          <p class="quiet">{t.about}</p>
          <ul class="items rows" aria-label={t.title}>
            {items.map((queued) => (
              <li key={queued.id ?? queued.waiting[0].idempotencyKey}>
                <WaitingItem queued={queued} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Unreadables entries={unreadable} />
    </Screen>
  );
}

function SendNow() {
  const t = translations(waitingScreenTexts);
  const { library } = useSignedIn();
  const send = async () => {
    const { sent, stopped } = await library.queue.flush();
    notify(stopped === null || stopped === "held" || sent > 0 ? t.sent(count(sent)) : t.stopped);
  };
  return <RunButton act={send}>{t.sendNow}</RunButton>;
}
