import { escaped } from "../shared/html/escaped.ts";
import type { Notice } from "../shared/notices/notice.ts";
import type { MailText } from "../shared/sending/admin-mail.ts";
import { linkTo, paragraph } from "../shared/sending/mail-markup.ts";

const HINT = 'GET /v1/notices of your API, or the command "npm run -s magpie -- notice ls", lists the notices.';
/** The commands for the next step, beside the console's screen. */
const MENTION_HINT =
  '"npm run -s magpie -- mention ls" lists what mentions you, "magpie -- mention block <host>" blocks a host.';

/**
 * The mail of a notice, which ends with a link to the notice's screen in the console. Its title and lines stay plain
 * text: they become neither markup nor a header.
 *
 * @param siteUrl the site's address, without a slash at the end
 */
export function noticeMail({ kind, title, body, url, screen }: Notice, siteUrl: string): MailText {
  const act = `${siteUrl}${screen}`;
  const hint = kind === "mention" ? `${MENTION_HINT} ${HINT}` : HINT;
  return {
    subject: title,
    text: `${[title, body, url, hint, act].filter(Boolean).join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="en"><body>
<p dir="auto"><b>${url === null ? escaped(title) : linkTo(url, title)}</b></p>${body.split("\n").map(lineOf).join("")}${lineOf(url ?? "")}${paragraph(hint)}${lineOf(act)}
</body></html>
`,
  };
}

function lineOf(line: string): string {
  return /^https?:\/\/\S+$/.test(line) ? `\n<p>${linkTo(line, line)}</p>` : paragraph(line);
}
