import { useMemo } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso/router";
import type { Bookmark } from "../../client/index.ts";
import { FILTERS, LIST } from "../bookmarks/bookmark-query.ts";
import { isOffline } from "../device/offline.ts";
import { preferences } from "../device/preferences.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { BackLink } from "../parts/back-link.tsx";
import { useMarked } from "../parts/marks/use-marked.ts";
import { addressOfList } from "../parts/place/list-place.ts";
import { isAwaited, NotHere } from "../parts/queries/not-here.tsx";
import { QueryView } from "../parts/queries/query-view.tsx";
import { useQuery } from "../parts/queries/use-query.ts";
import { useFoundItems } from "../parts/search/use-found-items.ts";
import { useEditDialog } from "../saved-items/editing/use-edit-dialog.tsx";
import { rowOf } from "../saved-items/item-row.ts";
import { listFilter, queryAddress, readQuery } from "../saved-items/list-query.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { Facts } from "./facts.tsx";
import { NeighbourLinks } from "./neighbour-links.tsx";
import { neighboursOf } from "./neighbours.ts";
import { NoText } from "./no-text.tsx";
import { readingTexts } from "./reading-texts.ts";
import { ReadingTools } from "./reading-tools.tsx";
import { Text } from "./text.tsx";
import { usePaper } from "./use-paper.ts";

/** Languages whose letters are as wide as they are high. */
const WIDE_LETTERS = /^(?:ja|zh|ko)\b/i;

/** A bookmark: the kept text of its page, from this device or from the API, and what is known of it. */
export function ReadingScreen() {
  const { params } = useRoute();
  const { id = "" } = params;
  // Another text starts from the beginning: with the focus on its heading, and at its own place.
  return <Reading key={id} id={id} />;
}

function Reading({ id }: { readonly id: string }) {
  const { library } = useSignedIn();
  const { url } = useLocation();
  const [edit, dialog] = useEditDialog();
  usePaper();
  const { textSize, typeface } = preferences.value;
  // The item changes with each revision.
  library.revision.value;
  const synced = library.synced.get("bookmark", id);
  const row = synced === null ? null : rowOf("bookmark", synced);
  const query = useMemo(() => readQuery(FILTERS, url), [url]);
  // Without a query of its own, the address is not that of a list: Back goes to the list as it was.
  const list = url.includes("?") ? queryAddress(LIST, query) : addressOfList(LIST);
  const { items: found } = useFoundItems(query.q, listFilter("bookmark", query));
  const { items } = useMarked(found, query.mark, id);
  const neighbours = useMemo(() => neighboursOf(items, id), [items, id]);
  const item = row?.item ?? null;
  const language = item?.language ?? "";
  return (
    <>
      {row === null || item === null ? (
        <Missing />
      ) : (
        <div
          class="reading"
          data-size={textSize}
          data-typeface={typeface}
          data-wide-letters={WIDE_LETTERS.test(language)}
        >
          <ReadingTools item={item} title={row.title} list={list} onEdit={() => edit(item)} />
          <Screen title={row.title} language={language}>
            {item.read_at === null ? <NoText item={item} /> : <OpenedContent item={item} />}
            <Facts row={row} item={item} query={query} list={list} />
            <NeighbourLinks query={query} neighbours={neighbours} />
          </Screen>
        </div>
      )}
      {/* Beside the bookmark, which may be deleted elsewhere meanwhile. */}
      {dialog}
    </>
  );
}

function OpenedContent({ item }: { readonly item: Bookmark }) {
  const { library } = useSignedIn();
  // A page that is read again has another text.
  const answer = useQuery(`text ${item.id} ${item.read_at}`, async (signal) => {
    const { texts } = await library.loadBackground();
    return texts.open(item, signal);
  });
  return (
    <>
      {answer.error !== null && isOffline.value && <p class="quiet">{translations(readingTexts).notHere}</p>}
      <QueryView answer={answer}>
        {(opened) =>
          opened.content === null ? (
            <NoText item={item} />
          ) : (
            <Text item={item} content={opened.content} opened={opened} />
          )
        }
      </QueryView>
    </>
  );
}

/** The screen of a bookmark that is not on this device. */
function Missing() {
  const t = translations(readingTexts);
  const { state } = useSignedIn().library;
  const isComing = isAwaited(state.value);
  return (
    <div class={isComing ? "reading" : undefined}>
      <div class={isComing ? "reading-tools" : undefined}>
        <BackLink to={addressOfList(LIST)}>{translations(shellTexts).bookmarks}</BackLink>
      </div>
      <Screen title={t.title}>
        <NotHere type="bookmark" view="lines" text={t.missing} />
      </Screen>
    </div>
  );
}
