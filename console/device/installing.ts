import { signal } from "@preact/signals";

/** Asks the person whether to install the console as an app. */
export type AskToInstall = () => Promise<void>;

/** The browser's offer to install the console; null while it makes none (Chromium only; none once it is installed). */
export const installing = signal<AskToInstall | null>(null);

/** https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent; not among TypeScript's types. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Keeps the browser's offer for the settings: it comes once, soon after the page is loaded. */
export function followInstalling(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installing.value = async () => {
      // An offer can be used once.
      installing.value = null;
      await (event as BeforeInstallPromptEvent).prompt();
    };
  });
  addEventListener("appinstalled", () => {
    installing.value = null;
  });
}
