import type { Guide } from "./guide.ts";
import { expect } from "./guide.ts";

/** The console: the page that has a screen for all of this, and the address at which people sign in. */
export async function tourConsole({ siteUrl, narrate }: Guide): Promise<void> {
  const page = await fetch(`${siteUrl}/app/bookmarks`);
  const text = await page.text();
  expect(
    page.status === 200 && text.includes("<title>Magpie</title>"),
    "/app/bookmarks answers with the console",
    text,
  );
  const config = await fetch(`${siteUrl}/app/config.json`);
  const { sign_in } = (await config.json()) as { sign_in: { authority: string } | null };
  expect(sign_in !== null, "people can sign in to the console", sign_in);
  narrate("The console: all of this has screens, for people, on a phone and without a network.");
  narrate(`    → ${siteUrl}/app/`);
}
