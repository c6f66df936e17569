import { Search, Tags } from "lucide";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { LIST as BOOKMARKS } from "../bookmarks/bookmark-query.ts";
import { bookmarkTexts } from "../bookmarks/bookmark-texts.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { BackLink } from "../parts/back-link.tsx";
import { Choice } from "../parts/forms/choice.tsx";
import { isComposing } from "../parts/forms/input-method.ts";
import { Icon } from "../parts/icon.tsx";
import { addressOfList } from "../parts/place/list-place.ts";
import { More } from "../parts/place/more.tsx";
import { useBegunPlace, useKeptPlace } from "../parts/place/use-place.ts";
import { useShown } from "../parts/place/use-shown.ts";
import { shownOf } from "../parts/queries/shown-words.ts";
import { SyncNote } from "../parts/queries/sync-note.tsx";
import { isCutOff, Unsynced } from "../parts/queries/unsynced.tsx";
import { useFoundItems } from "../parts/search/use-found-items.ts";
import { usePausingSearch } from "../parts/search/use-pausing-search.ts";
import { SelectButton } from "../parts/selection/select-button.tsx";
import { useSelection } from "../parts/selection/use-selection.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { NoneFound } from "../parts/states/none-found.tsx";
import { Screen } from "../shell/screen.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { waitingChanges } from "./tag-changes.ts";
import { TagItem } from "./tag-item.tsx";
import type { TagQuery } from "./tag-query.ts";
import { LIST, ORDERS, queryAddress, readQuery } from "./tag-query.ts";
import { TagSelection } from "./tag-selection.tsx";
import type { TagUse } from "./tag-use.ts";
import { foundTags, tagUses } from "./tag-use.ts";
import { tagsTexts } from "./tags-texts.ts";
import { TidyLinks } from "./tidy-links.tsx";

/** Tags that are rendered at first, and that `Show more` adds. */
const PAGE = 100;

/** The tag that is being changed. */
type Changing = { readonly rename: TagUse } | { readonly merge: readonly TagUse[] };

/** All tags of the person's items: found, renamed, merged and deleted, also without a network. */
export function TagsScreen() {
  const t = translations(tagsTexts);
  const { library } = useSignedIn();
  const { url, route } = useLocation();
  const query = useMemo(() => readQuery(url), [url]);
  const changeQuery = (changes: Partial<TagQuery>) => route(queryAddress({ ...query, ...changes }), true);
  const address = queryAddress(query);
  const begun = useBegunPlace(LIST, address);
  const { count: shown, list, more } = useShown(address, PAGE, begun?.shown);
  const [changing, setChanging] = useState<Changing | null>(null);
  const { selected, setSelected, toggle } = useSelection(begun?.selected);
  const { items } = useFoundItems("", {});
  const uses = useMemo(() => tagUses(items), [items]);
  const found = useMemo(() => foundTags(uses, query), [uses, query]);
  const state = library.state.value;
  const { isWhole } = state;
  // A list of a part would change its counts and its order with each page of the changes.
  const isAwaited = !isWhole && !isCutOff(state);
  /** The tag that gets the focus once it is rendered. */
  const focusOn = useRef<string | null>(null);
  useEffect(() => {
    const key = focusOn.current;
    // Behind a dialog nothing takes the focus.
    if (key === null || changing !== null) return;
    focusOn.current = null;
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] h2 a`)?.focus();
  });
  useKeptPlace(LIST, list, begun, {
    address,
    shown,
    selected: selected && [...selected],
    isRendered: isWhole,
  });
  const rename = useCallback((use: TagUse) => setChanging({ rename: use }), []);
  const changed = (key: string) => {
    focusOn.current = key;
    setSelected((before) => before && new Set());
  };
  const isSelecting = selected !== null && isWhole;
  const waiting = waitingChanges(library.waiting.value.waiting);
  return (
    <>
      <BackLink to={addressOfList(BOOKMARKS)}>{translations(bookmarkTexts).all}</BackLink>
      <Screen title={t.title}>
        <TidyLinks isKnown={isWhole} />
        {(uses.length > 0 || isAwaited) && <TagSearch q={query.q} onSearch={(q) => changeQuery({ q })} />}
        <div class="list-bar">
          <div class="grow">
            <p role="status" class="quiet">
              {uses.length > 0 && !isAwaited && shownOf(found.length, uses.length, t.count)}
            </p>
            {waiting > 0 && <p class="quiet">{t.waiting(count(waiting))}</p>}
            {!(uses.length === 0 && isCutOff(state)) && <SyncNote type="bookmark" />}
          </div>
          {(uses.length > 0 || isAwaited) && (
            <Choice
              label={t.sort}
              value={query.sort}
              choices={ORDERS.map((each) => [each, t.sorts[each]] as const)}
              onChoose={(sort) => changeQuery({ sort })}
            />
          )}
          {found.length > 0 && isWhole && <SelectButton isSelecting={isSelecting} onChange={setSelected} />}
        </div>
        {isSelecting && (
          <TagSelection
            selected={found.filter(({ key }) => selected.has(key))}
            all={found.map(({ key }) => key)}
            onMerge={(merge) => setChanging({ merge })}
            onSelect={setSelected}
          />
        )}
        {!isWhole && !isAwaited && uses.length > 0 && <p class="quiet">{t.notWhole}</p>}
        {!isWhole && (isAwaited || uses.length === 0) && <Unsynced type="bookmark" state={state} view="rows names" />}
        {isWhole && uses.length === 0 && (
          <EmptyState picture={<Icon icon={Tags} />} text={t.none}>
            <a class="button" href="/app/bookmarks">
              {t.toBookmarks}
            </a>
          </EmptyState>
        )}
        {uses.length > 0 && !isAwaited && found.length === 0 && (
          <NoneFound text={t.noneFound} onShowAll={() => changeQuery({ q: "" })} />
        )}
        <ul ref={list} class={`items rows lines ${isSelecting ? "selecting" : ""}`} aria-label={t.title}>
          {(isAwaited ? [] : found.slice(0, shown)).map((use) => (
            <li key={use.key}>
              <TagItem
                use={use}
                isChangeable={isWhole}
                isSelected={selected?.has(use.key) ?? false}
                onSelect={toggle}
                onRename={rename}
              />
            </li>
          ))}
        </ul>
        {shown < found.length && !isAwaited && <More onPress={more} />}
        {changing !== null && "rename" in changing && (
          <RenameDialog use={changing.rename} uses={uses} onRenamed={changed} onClose={() => setChanging(null)} />
        )}
        {changing !== null && "merge" in changing && (
          <MergeDialog uses={changing.merge} onMerged={changed} onClose={() => setChanging(null)} />
        )}
      </Screen>
    </>
  );
}

function TagSearch({ q, onSearch }: { readonly q: string; readonly onSearch: (q: string) => void }) {
  const { find } = translations(tagsTexts);
  const id = useId();
  const [text, setText] = useState(q);
  const search = usePausingSearch(q, onSearch, setText);
  return (
    <search class="grow">
      <form
        class="one-field"
        onSubmit={(event) => {
          event.preventDefault();
          search.now(text);
        }}
      >
        <div class="one-box">
          <label for={id} class="visually-hidden">
            {find}
          </label>
          <input
            id={id}
            type="search"
            placeholder={find}
            autocomplete="off"
            maxLength={200}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              if (!isComposing(event)) search.later(event.currentTarget.value);
            }}
            onCompositionStart={search.cancel}
            onCompositionEnd={(event) => search.later(event.currentTarget.value)}
          />
          <Icon icon={Search} />
        </div>
      </form>
    </search>
  );
}
