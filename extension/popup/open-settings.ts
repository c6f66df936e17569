/** Opens the extension's page in a tab: this window goes as soon as another one gets the focus, as that for signing in does. */
export function openSettings(): void {
  void chrome.runtime.openOptionsPage().then(() => window.close());
}
