import { effect } from "@preact/signals";
import { render } from "preact";
import { followInstalling } from "./device/installing.ts";
import { startOffline } from "./device/offline.ts";
import { refuseOutsideImages } from "./device/outside-images.ts";
import { followPreferences, preferences } from "./device/preferences.ts";
import { begin } from "./frame/begin.ts";
import { Console } from "./frame/console.tsx";
import { moment } from "./language/format.ts";
import { language, loadLanguage, translations } from "./language/language.ts";
import { partTexts } from "./parts/part-texts.ts";
import { notifyFailure } from "./status/status.tsx";

followPreferences();
followInstalling();
refuseOutsideImages();
effect(() => {
  document.documentElement.lang = language.value;
});
effect(() => {
  const { theme } = preferences.value;
  if (theme === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});
const root = document.querySelector("#console");
if (root === null) throw new Error("The page has no element #console.");

const textsLoaded = loadLanguage();
// While the texts are loaded: the start, and the first date, which takes as long as ten bookmarks.
const begun = begin();
moment(new Date().toISOString());
// Modules that are loaded on demand import this one: an `await` here would make the texts wait for this module, and this module
// for the texts.
textsLoaded.then(
  () => {
    render(<Console begun={begun} />, root);
    startOffline();
    followLanguage();
  },
  (error: unknown) => {
    console.error(error);
    root.textContent = "Magpie could not be loaded. Check the network, then reload the page.";
  },
);

/** A language that is chosen later is shown as soon as its texts are loaded. */
function followLanguage(): void {
  effect(() => {
    loadLanguage().catch(() => notifyFailure(translations(partTexts).notLoaded));
  });
}
