import { render } from "preact";
import { followBrowser, markLanguage } from "./language/follow-browser.ts";
import { Popup } from "./popup/popup.tsx";

followBrowser();
markLanguage();
const root = document.querySelector("#extension");
if (root === null) throw new Error("The page has no element #extension.");
render(<Popup />, root);
