import type { Page } from "playwright-core";
import type { ExtensionBrowser } from "./extension-world.ts";
import type { RecordingProxy } from "./recording-proxy.ts";

/** One state of the extension's pages, on the screen. */
export interface State {
  readonly name: string;
  readonly page: Page;
}

/** What leads through the states. */
export interface Walk {
  readonly browser: ExtensionBrowser;
  readonly proxy: RecordingProxy;
  readonly stage: string;
  /** Of a person who has saved nothing yet. */
  readonly person: string;
  /** Pages of the web; the first has the text `Boil the water.` */
  readonly pages: readonly [string, string, string, string];
}

const SAVE = /^(?:Save|保存)$/;
const SIGN_IN = /^(?:Sign in|サインイン)$/;

/** Leads one person through every state of the window below the button, and of the extension's own page, in either language. */
export async function* everyState({ browser, proxy, stage, person, pages }: Walk): AsyncGenerator<State> {
  const popup = async (address: string) => browser.popup(await browser.open(address));
  const [tea, kettle, pot, cup] = pages;

  yield { name: "not-set-up", page: await ready(await popup(tea), "button") };
  const settings = await browser.settings();
  await settings.getByRole("textbox").fill("http://alice.example");
  await settings.getByRole("button", { name: /^(?:Connect|接続)$/ }).click();
  await settings.locator(".failure").waitFor();
  yield { name: "settings-refused", page: settings };
  await settings.getByRole("textbox").fill(stage);
  const window = browser.context.waitForEvent("page");
  await settings.getByRole("button", { name: /^(?:Connect|接続)$/ }).click();
  const signIn = await window;
  yield { name: "settings-signed-out", page: settings };
  await signIn.getByRole("textbox").fill(person);
  await signIn.getByRole("button").click();
  await settings.getByRole("heading", { level: 2 }).first().waitFor();
  yield { name: "settings-signed-in", page: settings };

  const page = await browser.open(tea);
  await page.getByText("Boil the water.").selectText();
  const form = await browser.popup(page);
  await form.getByRole("combobox").fill("Tea,");
  yield { name: "ready", page: form };
  await form.getByRole("button", { name: SAVE }).click();
  await form.getByRole("link").waitFor();
  yield { name: "saved", page: form };
  yield { name: "saved-already", page: await ready(await popup(tea), "link") };
  const suggesting = await popup(kettle);
  await suggesting.getByRole("combobox").fill("te");
  await suggesting.getByRole("option").waitFor();
  yield { name: "suggesting", page: suggesting };

  proxy.stage = "away";
  const offline = await popup(kettle);
  await offline.getByRole("button", { name: SAVE }).click();
  await offline.getByText(/^(?:Kept in this browser\.|このブラウザーに保存しました。)/).waitFor();
  yield { name: "waiting-offline", page: offline };
  await offline.close();
  proxy.stage = "refusing";
  const refused = await popup(pot);
  await refused.getByRole("button", { name: SAVE }).click();
  await refused.getByText(/^(?:This page was not saved\.|このページを保存できませんでした。)/).waitFor();
  yield { name: "failed", page: refused };
  await settings.bringToFront();
  await settings.reload();
  await settings
    .getByRole("button", { name: /^(?:Try again|再試行)$/ })
    .first()
    .waitFor();
  yield { name: "settings-not-saved", page: settings };
  proxy.stage = "ended";
  const ended = await popup(cup);
  await ended.locator(".note").waitFor();
  yield { name: "session-ended", page: ended };
  proxy.stage = "reached";
  yield { name: "not-web", page: await ready(await browser.popup(await browser.context.newPage()), "button") };
  await settings.bringToFront();
  await settings.getByRole("button", { name: /^(?:Sign out|サインアウト)$/ }).click();
  await settings.getByRole("button", { name: SIGN_IN }).waitFor();
  yield { name: "signed-out", page: await ready(await popup(tea), "button") };
}

/** Waits until a window has come past its first paint. */
async function ready(page: Page, role: "button" | "link"): Promise<Page> {
  await page.locator("main[aria-busy=false]").waitFor();
  await page.getByRole(role).first().waitFor();
  return page;
}
