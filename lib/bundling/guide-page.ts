import { Marked } from "marked";

/**
 * A guide as the main part of a page of the site. Each heading has an anchor of GitHub's form, for links such as those of
 * alarms. A link to another file of the project is replaced by its text, since the site does not have that file.
 *
 * @param markdown e.g. docs/runbook.md: a text of the project, which needs no sanitizing
 */
export function guideBody(markdown: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        return /^(?:#|https:)/.test(href) ? `<a href="${href}">${words}</a>` : words;
      },
      table({ header, rows }) {
        const row = (cells: typeof header, tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>\n`;
        const body = rows.map((cells) => row(cells, "td")).join("");
        // A wide table scrolls by itself, also with the keyboard.
        return `<div class="wide" tabindex="0"><table><thead>${row(header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      html: () => "",
    },
  });
  return marked.parse(markdown, { async: false });
}

/** The anchor of a heading, as GitHub forms it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
