/** From a character of ASCII to its full-width form, which chat rooms show unchanged. */
const TO_FULL_WIDTH = 0xfee0;

/** A line that consists of an address. Text from listings and books is never alone on a line. */
const ADDRESS = /^https:\/\/[\w.-]+(?:\/[\w./?=&%~-]*)?$/;

/**
 * A text for a chat room that renders Markdown, be it Slack's, Discord's or GitHub's: what would be markup, a mention of
 * people, or an address that the room would make a link of is replaced by its full-width form. Lines that are an address as
 * a whole stay links.
 */
export function chatText(text: string): string {
  return text
    .split("\n")
    .map((line) => (ADDRESS.test(line) ? line : withoutMarkup(line)))
    .join("\n");
}

function withoutMarkup(line: string): string {
  return line
    .replace(/[\\`*_~[\]<>|#@]|:(?=\/\/)/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + TO_FULL_WIDTH))
    .replace(/\b(www|mailto|xmpp)(?=[.:])/gi, "$1\u2060");
}

/** An address for the brackets of a Markdown link: characters that would end the link are percent-encoded. */
export function chatAddress(url: string): string {
  return url.replace(/[()[\]*|\\`<>]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
