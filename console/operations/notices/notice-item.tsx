import { useId } from "preact/hooks";
import type { Notice } from "../../../client/index.ts";
import { ago, moment } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { safeAddress } from "../../parts/safe-address.ts";
import { SafeLink } from "../../parts/safe-link.tsx";
import type { Tone } from "../../parts/status-chip.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import { noticeTexts } from "./notice-texts.ts";

const TONES: Readonly<Record<Notice["kind"], Tone>> = {
  price: "good",
  books: "good",
  search_failing: "bad",
  mention: "good",
  alarm: "bad",
};

/** A notice: lines of text, of which those that are addresses become links. */
export function NoticeItem({ notice, now }: { readonly notice: Notice; readonly now: Date }) {
  const t = translations(noticeTexts);
  const heading = useId();
  const lines = notice.body.split("\n");
  // The body often has the address in a line of its own.
  const given = notice.url ?? "";
  const url = lines.includes(given) ? null : safeAddress(given);
  return (
    <article aria-labelledby={heading}>
      <h3 id={heading} lang="">
        {notice.title}
      </h3>
      <p class="facts">
        <StatusChip text={t.kinds[notice.kind]} tone={TONES[notice.kind]} />
        <span>
          <time dateTime={notice.created_at}>{moment(notice.created_at)}</time> ({ago(notice.created_at, now)})
        </span>
      </p>
      {notice.body !== "" && (
        <div lang="" class="notice-body">
          {lines.map((line, index) => (
            <p key={index}>{/\s/.test(line) ? line : <SafeLink url={line}>{line}</SafeLink>}</p>
          ))}
        </div>
      )}
      {url !== null && (
        <p>
          <SafeLink url={url} describedBy={heading}>
            {t.link}
          </SafeLink>
        </p>
      )}
    </article>
  );
}
