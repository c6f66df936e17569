import { render } from "preact";
import { followBrowser, markLanguage } from "./language/follow-browser.ts";
import { Settings } from "./settings/settings.tsx";

followBrowser();
markLanguage();
const root = document.querySelector("#extension");
if (root === null) throw new Error("The page has no element #extension.");
render(<Settings />, root);
