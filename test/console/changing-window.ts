import type { CDPSession, Page, ViewportSize } from "playwright-core";

/** What a person presses with. A page whose pointer was a finger has no mouse before another load. */
export const POINTERS = ["mouse", "finger"] as const;
export type Pointer = (typeof POINTERS)[number];

/** How a page is looked at. */
export interface Look {
  readonly pointer: Pointer;
  readonly size: ViewportSize;
  readonly media?: Pick<NonNullable<Parameters<Page["emulateMedia"]>[0]>, "colorScheme" | "forcedColors">;
  /** The size of text that a person has chosen, where a browser leaves the widths alone. */
  readonly fontSize?: string;
}

/**
 * The window of a page that becomes that of another device without a load, which costs more than all looks at a screen.
 */
export class ChangingWindow {
  readonly page: Page;
  readonly #cdp: CDPSession;
  #last: Look | undefined;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  static async of(page: Page): Promise<ChangingWindow> {
    return new ChangingWindow(page, await page.context().newCDPSession(page));
  }

  /** @returns whether the window has changed, and not only its colours */
  async becomes(look: Look): Promise<boolean> {
    const { pointer, size, media, fontSize = "" } = look;
    const last = this.#last;
    this.#last = look;
    if (last?.media !== media) {
      await this.page.emulateMedia({ colorScheme: "light", forcedColors: "none", ...media });
    }
    if (last?.pointer === pointer && last.size === size && (last.fontSize ?? "") === fontSize) return false;
    const isFinger = pointer === "finger";
    if (isFinger && last?.pointer !== pointer) {
      await this.#cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    }
    // Playwright's own call has the kind of device of the context, and changes the browser's window, too.
    await this.#cdp.send("Emulation.setDeviceMetricsOverride", {
      ...size,
      screenWidth: size.width,
      screenHeight: size.height,
      deviceScaleFactor: 1,
      mobile: isFinger,
    });
    const hovers = await this.page.evaluate<boolean>(`{
      document.documentElement.style.fontSize = "${fontSize}";
      scrollTo(0, 0);
      matchMedia("(hover: hover) and (pointer: fine)").matches;
    }`);
    if (hovers === isFinger) throw new Error(`The pointer of the page is no ${pointer}.`);
    return true;
  }

  /** To be called before a load after which the pointer may be a mouse again. */
  async isLeft(): Promise<void> {
    if (this.#last?.pointer === "finger") {
      await this.#cdp.send("Emulation.setTouchEmulationEnabled", { enabled: false });
    }
    this.#last = undefined;
  }
}
