import { effect } from "@preact/signals";
import { render } from "preact";
import { followInstalling } from "./device/installing.ts";
import { startOffline } from "./device/offline.ts";
import { refuseOutsideImages } from "./device/outside-images.ts";
import { followPreferences, preferences } from "./device/preferences.ts";
import { Console } from "./frame/console.tsx";
import { moment } from "./language/format.ts";
import { language } from "./language/language.ts";

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
render(<Console />, root);
// The first date takes as long as ten bookmarks: it is written while the page waits for its addresses.
moment(new Date().toISOString());
startOffline();
