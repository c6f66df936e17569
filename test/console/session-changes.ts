import type { Page } from "playwright-core";

/** Changes the stored user of oidc-client-ts, as time or the issuer would. @param change script; the user is `user` */
export function changeSession(page: Page, change: string): Promise<void> {
  return page.evaluate(`(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("magpie-session."));
    const user = JSON.parse(localStorage.getItem(key));
    ${change}
    localStorage.setItem(key, JSON.stringify(user));
  })()`);
}
