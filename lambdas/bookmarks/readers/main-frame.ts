import { markupTokens } from "../../shared/html/markup-tokens.ts";
import { webAddress } from "../../shared/html/page-declarations.ts";

/** The number of a page's frames that are compared. */
const MAX_FRAMES = 100;
const FRAME = /<i?frame/i;
const MAIN_NAME = /^(?:body|content|inhalt|main|right|text)/i;
/** The assumed width of the screen in pixels, typical of the time of frames, for sizes in pixels. */
const SCREEN = 1_000;

/** The shares of the frames of a set, from its list of sizes: percentages, pixels, and the rest (`*`). */
function shares(sizes: string): readonly number[] {
  const parts = sizes.slice(0, 1_000).split(",", MAX_FRAMES);
  const given = parts.map((part) => {
    const number = Number.parseFloat(part);
    if (part.includes("*") || Number.isNaN(number)) return null;
    return part.includes("%") ? number / 100 : number / SCREEN;
  });
  const rest = given.reduce<number>((left, share) => left - (share ?? 0), 1);
  const others = given.filter((share) => share === null).length;
  return given.map((share) => share ?? Math.max(rest, 0.01) / others);
}

interface FrameSet {
  readonly shares: readonly number[];
  /** The share of the set itself. */
  readonly of: number;
  next: number;
}

/**
 * The address of the frame that holds a page's text: the one with a telling name, else the largest, else the last. For a
 * page without frames, its only embedded page, if it has the same host. Null without one.
 *
 * @param base the address against which links are resolved
 */
export function mainFrame(html: string, base: URL): URL | null {
  if (!FRAME.test(html)) return null;
  const open: FrameSet[] = [];
  const frames: { readonly address: URL; readonly size: number }[] = [];
  const embedded: URL[] = [];
  for (const token of markupTokens(html)) {
    if (token.kind === "end" && token.name === "frameset") open.pop();
    if (token.kind !== "start" && token.kind !== "opaque") continue;
    const { name, attributes } = token;
    const address = /^i?frame$/.test(name) ? webAddress(attributes.get("src") ?? "", base) : null;
    if (name === "iframe" && address !== null && embedded.length < 2) embedded.push(address);
    if (name !== "frameset" && name !== "frame") continue;
    const around = open.at(-1);
    const size = around === undefined ? 1 : around.of * (around.shares[around.next] ?? 0.01);
    if (around !== undefined) around.next += 1;
    const sizes = attributes.get("cols") ?? attributes.get("rows") ?? "*";
    if (name === "frameset" && open.length < MAX_FRAMES) open.push({ shares: shares(sizes), of: size, next: 0 });
    if (name === "frame" && address !== null && frames.length < MAX_FRAMES) {
      frames.push({ address, size: size + (MAIN_NAME.test(attributes.get("name") ?? "") ? 1 : 0) });
    }
  }
  const largest = Math.max(...frames.map(({ size }) => size));
  const main = frames.findLast(({ size }) => size === largest)?.address;
  const [only, ...others] = embedded;
  return main ?? (only !== undefined && others.length === 0 && only.host === base.host ? only : null);
}

export const hasFrames = (html: string): boolean => /<frameset[\s>]/i.test(html);
