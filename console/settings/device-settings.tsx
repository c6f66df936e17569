import { versionOf } from "../device/version-of.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { useQuery } from "../parts/queries/use-query.ts";
import { RunButton } from "../parts/run-button.tsx";
import { useNow } from "../parts/use-now.ts";
import { When } from "../parts/when.tsx";
import { notify } from "../status/status.tsx";
import { byteCount } from "./byte-count.ts";
import { Section } from "./section.tsx";
import { settingsTexts } from "./settings-texts.ts";

/** What this device stores, and how reliably. */
export function DeviceSettings() {
  const t = translations(settingsTexts);
  const { library } = useSignedIn();
  // Read, so that the counts are rendered again with each change of the copy.
  void library.revision.value;
  const { syncedAt, error } = library.state.value;
  const now = useNow();
  const { waiting, failed } = library.waiting.value;
  const storage = useQuery("storage", storageOfDevice);
  const keep = async () => {
    const isKept = await navigator.storage.persist();
    storage.reload();
    notify(isKept ? t.keptNow : t.keptNot);
  };
  const held = waiting.length + failed.length;
  const decks = library.synced.list({ type: "stock" }).length;
  const bookmarks = library.synced.list({ type: "bookmark" }).length;
  const isKept = storage.value?.isKept ?? false;
  const version = versionOf(document);
  return (
    <Section title={t.device}>
      <dl class="values">
        <dt>{t.syncedAt}</dt>
        <dd>
          {syncedAt === null ? t.never : <When at={syncedAt.toISOString()} now={now} />}
          {error !== null && <span class="failure"> {t.failing}</span>}
        </dd>
        <dt>{t.offlineItems}</dt>
        <dd>{t.itemCount(count(bookmarks), count(decks))}</dd>
        <dt>{t.waiting}</dt>
        <dd>{held === 0 ? t.waitingCount(count(0)) : <a href="/app/waiting">{t.waitingCount(count(held))}</a>}</dd>
        <dt>{t.storage}</dt>
        <dd>
          {storage.value === null
            ? t.unknown
            : t.storageUse(byteCount(storage.value.usedBytes), byteCount(storage.value.mostBytes))}
        </dd>
        <dt>{t.kept}</dt>
        <dd>{isKept ? t.keptYes : t.keptNo}</dd>
        <dt>{t.version}</dt>
        <dd>{version ?? t.unknown}</dd>
      </dl>
      {!isKept && <RunButton act={keep}>{t.keep}</RunButton>}
    </Section>
  );
}

async function storageOfDevice() {
  const [{ usage = 0, quota = 0 }, isKept] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { usedBytes: usage, mostBytes: quota, isKept };
}
