import { effect } from "@preact/signals";
import { render } from "preact";
import { language } from "./language/language.ts";
import { Console } from "./shell/console.tsx";
import { followInstalling } from "./shell/installing.ts";
import { startOffline } from "./shell/offline.ts";
import { followPreferences, preferences } from "./shell/preferences.ts";

followPreferences();
followInstalling();
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
startOffline();
