import { useEffect, useState } from "preact/hooks";
import { translations } from "../../console/language/language.ts";
import { settingsTexts } from "./settings-texts.ts";

/** How to save, with the shortcuts as the person has them: a browser lets everybody choose others. */
export function HowTo() {
  const t = translations(settingsTexts);
  const [keys, setKeys] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    chrome.commands.getAll().then(
      (all) => setKeys(new Map(all.map(({ name = "", shortcut = "" }) => [name, shortcut]))),
      (error: unknown) => console.error(error),
    );
  }, []);
  const ofButton = keys.get("_execute_action") ?? "";
  const ofPage = keys.get("save-page") ?? "";
  return (
    <section aria-labelledby="how">
      <h2 id="how">{t.howTitle}</h2>
      <ul>
        <li>{t.howButton}</li>
        {ofButton !== "" && <li>{t.howButtonShortcut(ofButton)}</li>}
        {ofPage !== "" && <li>{t.howShortcut(ofPage)}</li>}
        <li>{t.howMenu}</li>
      </ul>
    </section>
  );
}
