import { useId } from "preact/hooks";
import type { Notice } from "../../client/index.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { markTexts } from "../parts/marks/mark-texts.ts";
import { safeAddress } from "../parts/safe-address.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import type { Tone } from "../parts/status-chip.tsx";
import { StatusChip } from "../parts/status-chip.tsx";
import { When } from "../parts/when.tsx";
import { noticeTexts } from "./notice-texts.ts";

const TONES: Readonly<Record<Notice["kind"], Tone>> = {
  price: "good",
  books: "good",
  search_failing: "bad",
  mention: "good",
  gone: "warn",
  alarm: "bad",
};

/** Lines that are shown; the others are folded away. */
const SHOWN = 6;

/** A notice: lines of text, of which those that are addresses become links. */
export function NoticeItem({
  notice,
  now,
  isUnread,
  onOpened,
}: {
  readonly notice: Notice;
  readonly now: Date;
  readonly isUnread: boolean;
  /** One of its links was followed. */
  readonly onOpened: () => void;
}) {
  const t = translations(noticeTexts);
  const heading = useId();
  const lines = notice.body === "" ? [] : notice.body.split("\n");
  // The body often has the address in a line of its own.
  const given = notice.url ?? "";
  const url = lines.includes(given) ? null : safeAddress(given);
  return (
    <article aria-labelledby={heading} class={isUnread ? "unread" : undefined}>
      <h2 id={heading} lang="">
        {notice.title}
      </h2>
      <p class="facts">
        {isUnread && <strong class="unread-mark">{translations(markTexts).choices.unread}</strong>}
        <StatusChip text={t.kinds[notice.kind]} tone={TONES[notice.kind]} />
        <When at={notice.created_at} now={now} />
      </p>
      {lines.length > 0 && <Lines lines={lines.slice(0, SHOWN)} onOpened={onOpened} />}
      {lines.length > SHOWN && (
        <details>
          <summary>{t.more(count(lines.length - SHOWN))}</summary>
          <Lines lines={lines.slice(SHOWN)} onOpened={onOpened} />
        </details>
      )}
      {url !== null && (
        <p class="actions">
          <SafeLink url={url} describedBy={heading} onOpen={onOpened}>
            {t.link}
          </SafeLink>
        </p>
      )}
    </article>
  );
}

function Lines({ lines, onOpened }: { readonly lines: readonly string[]; readonly onOpened: () => void }) {
  return (
    <div lang="" class="notice-body">
      {lines.map((line, index) => (
        <p key={index}>
          {/\s/.test(line) ? (
            line
          ) : (
            <SafeLink url={line} onOpen={onOpened}>
              {line}
            </SafeLink>
          )}
        </p>
      ))}
    </div>
  );
}
