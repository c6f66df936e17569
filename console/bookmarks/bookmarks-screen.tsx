import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { choose, preferences } from "../device/preferences.ts";
import { listed } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { FailedItems } from "../parts/failed-items.tsx";
import { focusHeading, headingOf } from "../parts/focus/focus-next.ts";
import { listViews } from "../parts/forms/list-views.ts";
import { ViewChoice } from "../parts/forms/view-choice.tsx";
import { MarkFilter } from "../parts/marks/mark-filter.tsx";
import { useMarked } from "../parts/marks/use-marked.ts";
import { MovingButtons } from "../parts/moving/moving-buttons.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { More } from "../parts/place/more.tsx";
import { useBegunPlace, useKeptPlace } from "../parts/place/use-place.ts";
import { shownOf } from "../parts/queries/shown-words.ts";
import { SyncNote } from "../parts/queries/sync-note.tsx";
import { isCutOff, Unsynced } from "../parts/queries/unsynced.tsx";
import { SortChoice } from "../parts/search/sort-choice.tsx";
import { useFoundItems } from "../parts/search/use-found-items.ts";
import { useHighlight } from "../parts/search/use-highlight.ts";
import { SelectButton } from "../parts/selection/select-button.tsx";
import { useSelection } from "../parts/selection/use-selection.ts";
import { TagsLink } from "../parts/tags/tags-link.tsx";
import { useToday } from "../parts/use-now.ts";
import { useOwnHeights } from "../parts/use-own-heights.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { BookmarkFilters } from "./bookmark-filters.tsx";
import { BookmarkItem } from "./bookmark-item.tsx";
import type { BookmarkQuery } from "./bookmark-query.ts";
import { bookmarkFilter, isWholeList, LIST, NO_QUERY, queryAddress, readQuery } from "./bookmark-query.ts";
import type { BookmarkRow } from "./bookmark-row.ts";
import { bookmarkRows } from "./bookmark-row.ts";
import { BookmarkSelection } from "./bookmark-selection.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { ContinueReading } from "./continuing/continue-reading.tsx";
import { useEditDialog } from "./editing/use-edit-dialog.tsx";
import { NoBookmarks } from "./no-bookmarks.tsx";
import { SaveForm } from "./save-form.tsx";
import { useGradually } from "./use-gradually.ts";

/** Items that are rendered at first, and that `Show more` adds: a library may have many thousands. */
const PAGE = 50;

/** The person's bookmarks: saved, found, changed and deleted, also without a network. */
export function BookmarksScreen() {
  const t = translations(bookmarkTexts);
  const parts = translations(partTexts);
  const title = translations(shellTexts).bookmarks;
  const { library } = useSignedIn();
  const { url, route } = useLocation();
  const { listView, sort } = preferences.value;
  const query = useMemo(() => readQuery(url, sort), [url, sort]);
  const changeQuery = (changes: Partial<BookmarkQuery>) => route(queryAddress({ ...query, ...changes }), true);
  const begun = useBegunPlace(LIST, queryAddress(query));
  const [shown, setShown] = useState(begun?.shown ?? PAGE);
  const [edit, dialog] = useEditDialog();
  const { selected, setSelected, toggle } = useSelection(begun?.selected);
  const today = useToday();
  const list = useRef<HTMLUListElement>(null);
  /** The item that gets the focus once it is rendered. */
  const focusOn = useRef<string | null>(null);
  /** Items that the next query shows at first. */
  const first = useRef(shown);
  const { q, mark } = query;
  const { items: fitting, isSearching } = useFoundItems(q, bookmarkFilter(query));
  const { items: found, counts } = useMarked(fitting, mark);
  const state = library.state.value;
  const shownCount = Math.min(shown, found.length);
  /** By which the listed items were found: while a search waits, they stay as they are. */
  const foundBy = useRef(query);
  if (!isSearching) foundBy.current = query;
  const rendered = useGradually(foundBy.current, shownCount);
  const rows = useMemo(() => bookmarkRows(found.slice(0, rendered)), [found, rendered]);
  useEffect(() => {
    setShown(first.current);
    first.current = PAGE;
  }, [query]);
  const focusWanted = () => {
    const key = focusOn.current;
    if (key === null) return;
    const article = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    if (!article) return;
    focusOn.current = null;
    focusHeading(headingOf(article));
  };
  useEffect(focusWanted);
  useHighlight(list, foundBy.current.q, rows);
  useOwnHeights(list, listView === "cards", rows);
  useKeptPlace(LIST, list, begun, {
    address: queryAddress(query),
    shown,
    selected: selected && [...selected],
    isRendered: state.isWhole && !isSearching && rendered === shownCount,
  });

  const reveal = (row: BookmarkRow) => {
    focusOn.current = row.key;
    const place = library.synced
      .list({ type: "bookmark", sort: query.sort })
      .findIndex(({ id, waiting }) => (id ?? waiting[0]?.idempotencyKey) === row.key);
    const least = Math.max(PAGE, place + 1);
    if (isWholeList(query)) {
      setShown(least);
      // Nothing is rendered again when the item is shown already.
      focusWanted();
      return;
    }
    first.current = least;
    changeQuery({ ...NO_QUERY, sort: query.sort });
  };
  // All that is found, whether it is rendered or not.
  const items = useMemo(
    () => found.flatMap(({ type, item }) => (type === "bookmark" && item !== null ? [item] : [])),
    [found],
  );
  const selectedItems = selected === null ? [] : items.filter(({ id }) => selected.has(id));
  const isSelecting = selected !== null;
  const isEmpty = found.length === 0 && !isSearching;
  const isFirstRun = isEmpty && state.isWhole && isWholeList(query);
  return (
    <Screen
      title={parts.titled(title, {
        tags: listed(query.tags),
        status: query.status === null ? "" : t.statuses[query.status],
      })}
      actions={
        <>
          <TagsLink />
          <MovingButtons type="bookmark" />
        </>
      }
    >
      <SaveForm q={q} onSearch={(words) => changeQuery({ q: words })} onThere={reveal} />
      <div class="list-bar">
        {!isFirstRun && (
          <MarkFilter choice={mark} counts={counts} onChoose={(chosen) => changeQuery({ mark: chosen })} />
        )}
        <div class="grow">
          <p role="status" class="quiet">
            {isSearching && parts.searching}
            {!isSearching && state.isRead && found.length > 0 && shownOf(shownCount, found.length, t.count)}
          </p>
          {!(isEmpty && isCutOff(state)) && <SyncNote type="bookmark" />}
          {state.isWhole && (
            <FailedItems type="bookmark" items={found} address={queryAddress({ ...query, status: "failed" })} />
          )}
        </div>
        {!isFirstRun && (
          <>
            <SortChoice sort={query.sort} onChoose={(chosen) => changeQuery({ sort: chosen })} />
            <BookmarkFilters query={query} onChange={changeQuery} />
            <ViewChoice view={listView} choices={listViews()} onChoose={(view) => choose({ listView: view })} />
            <SelectButton isSelecting={isSelecting} onChange={setSelected} />
          </>
        )}
      </div>
      {isWholeList(query) && !isSelecting && <ContinueReading items={found} />}
      {isSelecting && (
        <BookmarkSelection
          selected={selectedItems}
          all={items.length}
          onSelectAll={() => setSelected(new Set(items.map(({ id }) => id)))}
          onSelectNone={() => setSelected(new Set())}
          onEnd={() => setSelected(null)}
        />
      )}
      {isEmpty &&
        (state.isWhole ? <NoBookmarks query={query} /> : <Unsynced type="bookmark" state={state} view={listView} />)}
      <ul ref={list} class={`items ${listView} ${isSelecting ? "selecting" : ""}`} aria-label={title}>
        {rows.map((row) => (
          <li key={row.key}>
            <BookmarkItem
              row={row}
              query={foundBy.current}
              today={today}
              isCard={listView === "cards"}
              isSelected={selected?.has(row.key) ?? false}
              onSelect={toggle}
              onEdit={edit}
            />
          </li>
        ))}
      </ul>
      {/* Rows that are still being added would move it away from the pointer. */}
      {rendered === shownCount && shownCount < found.length && (
        <More
          onPress={() => {
            // The first of the new items, so that a person at the keyboard reads on.
            const [next] = bookmarkRows(found.slice(shown, shown + 1));
            focusOn.current = next?.key ?? null;
            setShown(shown + PAGE);
          }}
        />
      )}
      {dialog}
    </Screen>
  );
}
