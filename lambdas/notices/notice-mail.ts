import { escaped } from "../shared/html/escaped.ts";
import type { Language } from "../shared/notices/languages.ts";
import type { Notice } from "../shared/notices/notice.ts";
import { recordOf } from "../shared/notices/notice-kinds.ts";
import type { MailText } from "../shared/sending/admin-mail.ts";
import { linkTo, paragraph } from "../shared/sending/mail-markup.ts";

const HINT: Readonly<Record<Language, string>> = {
  en: 'GET /v1/notices of your API, or the command "npm run -s magpie -- notice ls", lists the notices.',
  ja: "お知らせの一覧は、API の GET /v1/notices またはコマンド「npm run -s magpie -- notice ls」です。",
};

/**
 * The mail of a notice, which ends with a link to the notice's screen in the console. Its title and lines stay plain
 * text: they become neither markup nor a header.
 *
 * @param siteUrl the site's address, without a slash at the end
 */
export function noticeMail({ kind, title, body, url, screen }: Notice, siteUrl: string, language: Language): MailText {
  const act = `${siteUrl}${screen}`;
  const hint = [recordOf(kind).mailHint?.[language], HINT[language]].filter(Boolean).join(" ");
  return {
    subject: title,
    text: `${[title, body, url, hint, act].filter(Boolean).join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="${language}"><body>
<p dir="auto"><b>${url === null ? escaped(title) : linkTo(url, title)}</b></p>${body.split("\n").map(lineOf).join("")}${lineOf(url ?? "")}${paragraph(hint)}${lineOf(act)}
</body></html>
`,
  };
}

function lineOf(line: string): string {
  return /^https?:\/\/\S+$/.test(line) ? `\n<p>${linkTo(line, line)}</p>` : paragraph(line);
}
