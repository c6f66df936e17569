import type { Page } from "playwright-core";

/** Signs in from the console's first page, in either language, and waits for the first screen. */
export async function signIn(page: Page, name: string, isAdmin: boolean): Promise<void> {
  await page.getByRole("button", { name: /^(Sign in|サインイン)$/ }).click();
  await page.getByRole("textbox", { name: /^(User name|ユーザー名)$/ }).fill(name);
  if (isAdmin) await page.getByRole("checkbox", { name: /^(Administrator|管理者)$/ }).check();
  await page.getByRole("button", { name: /^(Sign in|サインイン)$/ }).click();
  await page.getByRole("navigation", { name: /^(Main|メイン)$/ }).waitFor();
}
