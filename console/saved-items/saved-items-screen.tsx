import type { VNode } from "preact";
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
import { useEditDialog } from "./editing/use-edit-dialog.tsx";
import type { ItemType } from "./item-row.ts";
import { rowsOf } from "./item-row.ts";
import { ItemSelection } from "./item-selection.tsx";
import { ListFilters } from "./list-filters.tsx";
import type { ItemProps, ListKind } from "./list-kind.ts";
import type { ListQuery } from "./list-query.ts";
import { isWholeList, listFilter, NO_QUERY, queryAddress, readQuery } from "./list-query.ts";
import { NoItems } from "./no-items.tsx";
import { useGradually } from "./use-gradually.ts";

/** Items that are rendered at first, and that `Show more` adds: a library may have many thousands. */
const PAGE = 50;

/** A list of the person's saved items: saved, found, changed and deleted, also without a network. */
export function SavedItemsScreen<Type extends ItemType>({ kind }: { readonly kind: ListKind<Type> }) {
  const { type, path } = kind;
  const t = kind.words();
  const parts = translations(partTexts);
  const title = translations(shellTexts)[kind.title];
  const { library } = useSignedIn();
  const { url, route } = useLocation();
  const { [kind.view]: view, sort } = preferences.value;
  const query = useMemo(() => readQuery(kind, url, sort), [kind, url, sort]);
  const address = queryAddress(path, query);
  const changeQuery = (changes: Partial<ListQuery>) => route(queryAddress(path, { ...query, ...changes }), true);
  const begun = useBegunPlace(path, address);
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
  const { items: fitting, isSearching } = useFoundItems(q, listFilter(type, query));
  const { items: found, counts } = useMarked(fitting, mark);
  const state = library.state.value;
  const shownCount = Math.min(shown, found.length);
  /** By which the listed items were found: while a search waits, they stay as they are. */
  const foundBy = useRef(query);
  if (!isSearching) foundBy.current = query;
  const rendered = useGradually(foundBy.current, shownCount);
  const rows = useMemo(() => rowsOf(type, found.slice(0, rendered)), [type, found, rendered]);
  useEffect(() => {
    setShown(first.current);
    first.current = PAGE;
  }, [query]);
  const focusWanted = () => {
    const key = focusOn.current;
    if (key === null) return;
    const item = list.current?.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!item) return;
    focusOn.current = null;
    focusHeading(headingOf(item));
  };
  useEffect(focusWanted);
  useHighlight(list, foundBy.current.q, rows);
  useOwnHeights(list, view === "cards", rows);
  useKeptPlace(path, list, begun, {
    address,
    shown,
    selected: selected && [...selected],
    isRendered: state.isWhole && !isSearching && rendered === shownCount,
  });

  const reveal = (key: string) => {
    focusOn.current = key;
    const all = rowsOf(type, library.synced.list({ type, sort: query.sort }));
    const least = Math.max(PAGE, all.findIndex((row) => row.key === key) + 1);
    if (isWholeList(query)) {
      setShown(least);
      // Nothing is rendered again when the item is shown already.
      focusWanted();
      return;
    }
    first.current = least;
    changeQuery({ ...NO_QUERY, sort: query.sort });
  };
  const isSelecting = selected !== null;
  const isEmpty = found.length === 0 && !isSearching;
  const isWhole = isWholeList(query);
  const isFirstRun = isEmpty && state.isWhole && isWhole;
  return (
    <Screen
      title={parts.titled(title, {
        site: t.providers?.[query.provider] ?? "",
        tags: listed(query.tags),
        status: t.statuses[query.status] ?? "",
      })}
      actions={
        <>
          <TagsLink />
          <MovingButtons type={type} />
        </>
      }
    >
      <kind.Field q={q} onSearch={(words) => changeQuery({ q: words })} onThere={reveal} />
      <div class="list-bar">
        {!isFirstRun && (
          <MarkFilter choice={mark} counts={counts} onChoose={(chosen) => changeQuery({ mark: chosen })} />
        )}
        <div class="grow">
          <p role="status" class="quiet">
            {isSearching && parts.searching}
            {!isSearching && state.isRead && found.length > 0 && shownOf(shownCount, found.length, t.count)}
          </p>
          {!(isEmpty && isCutOff(state)) && <SyncNote type={type} />}
          {state.isWhole && (
            <FailedItems type={type} items={found} address={queryAddress(path, { ...query, status: "failed" })} />
          )}
        </div>
        {!isFirstRun && (
          <>
            <SortChoice sort={query.sort} onChoose={(chosen) => changeQuery({ sort: chosen })} />
            <ListFilters kind={kind} query={query} onChange={changeQuery} />
            <ViewChoice view={view} choices={listViews()} onChoose={(chosen) => choose({ [kind.view]: chosen })} />
            <SelectButton isSelecting={isSelecting} onChange={setSelected} />
          </>
        )}
      </div>
      {isWhole && !isSelecting && kind.Above && <kind.Above items={found} />}
      {isSelecting && <ItemSelection type={type} found={found} selected={selected} onSelect={setSelected} />}
      {isFirstRun && <kind.FirstRun />}
      {isEmpty && state.isWhole && !isWhole && <NoItems query={query} path={path} noneFound={t.noneFound} />}
      {isEmpty && !state.isWhole && (
        <Unsynced type={type} state={state} view={view === "rows" ? kind.skeletonRows : view} />
      )}
      <ul ref={list} class={`items ${view} ${isSelecting ? "selecting" : ""}`} aria-label={title}>
        {rows.map((row) => (
          <li key={row.key} data-key={row.key}>
            <ListItem
              kind={kind}
              row={row}
              query={foundBy.current}
              today={today}
              isCard={view === "cards"}
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
            const [next] = rowsOf(type, found.slice(shown, shown + 1));
            focusOn.current = next?.key ?? null;
            setShown(shown + PAGE);
          }}
        />
      )}
      {dialog}
    </Screen>
  );
}

/** An item of a list. It is rendered again only when one of its properties is another. */
function ListItem<Type extends ItemType>({
  kind: { Item },
  ...props
}: ItemProps<Type> & { readonly kind: ListKind<Type> }): VNode {
  return useMemo(() => <Item {...props} />, Object.values(props));
}
