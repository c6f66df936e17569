import { translations } from "../language/language.ts";
import { readingTexts } from "./reading-texts.ts";
import type { TextHeading } from "./shown-text.ts";

/** A text with fewer headings, or of fewer minutes, is easily scrolled through. */
const FEWEST = 3;
const SHORTEST_MINUTES = 3;
/** Where the contents are beside the text: reading.css. */
const BESIDE = "(width >= 84rem)";

/** The contents of a long text: its headings, as links to them; nothing for a short one. */
export function Contents({
  headings,
  minutes,
  language,
}: {
  readonly headings: readonly TextHeading[];
  readonly minutes: number;
  /** Of the text. */
  readonly language: string;
}) {
  if (headings.length < FEWEST || minutes < SHORTEST_MINUTES) return null;
  const highest = Math.min(...headings.map(({ level }) => level));
  return (
    <details class="contents" open={matchMedia(BESIDE).matches}>
      <summary>{translations(readingTexts).contents}</summary>
      <nav aria-label={translations(readingTexts).contents}>
        <ul class="plain" lang={language}>
          {headings.map(({ id, title, level }) => (
            <li key={id} data-depth={level - highest}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
