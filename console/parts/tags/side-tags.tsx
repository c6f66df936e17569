import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { addressWith } from "../address-with.ts";
import { knownTags } from "./known-tags.ts";
import { tagTexts } from "./tag-texts.ts";

/** Milliseconds after a change of the copy on this device: a first visit brings many, one after the other. */
const AFTER_MS = 200;

/** The tags of bookmarks, on the screens of decks theirs: those of the most items first, as many as the window has space for. */
export function SideTags() {
  const { library } = useSignedIn();
  const { path, url } = useLocation();
  const id = useId();
  const space = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(0);
  const [tags, setTags] = useState<readonly string[]>([]);
  const [type, list] = path.startsWith("/app/slides")
    ? (["stock", "/app/slides"] as const)
    : (["bookmark", "/app/bookmarks"] as const);
  const revision = library.revision.value;
  const isShown = rows > 0;
  useEffect(() => {
    const size = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      // A row has one line, and the heading is a row.
      const { lineHeight } = getComputedStyle(entry.target);
      setRows(Math.floor(entry.contentRect.height / Number.parseFloat(lineHeight)) - 1);
    });
    if (space.current !== null) size.observe(space.current);
    return () => size.disconnect();
  }, []);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setTags(knownTags(library, { type })), AFTER_MS);
    return () => clearTimeout(timer);
  }, [library, type, revision, isShown]);
  return (
    <div ref={space} class="side-tags">
      {tags.length > 0 && isShown && (
        <nav aria-labelledby={id}>
          <span id={id}>{translations(tagTexts).tags}</span>
          <ul class="places">
            {tags.slice(0, rows).map((tag) => {
              const address = addressWith(list, { tag: [tag] });
              return (
                <li key={tag}>
                  <a href={address} aria-current={url === address ? "page" : undefined} lang="">
                    {tag}
                  </a>
                </li>
              );
            })}
          </ul>
        </nav>
      )}
    </div>
  );
}
