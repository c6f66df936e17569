import { useEffect, useState } from "preact/hooks";
import { translations } from "../../console/language/language.ts";
import { messageOf } from "../../console/language/message-of.ts";
import { TextField } from "../../console/parts/forms/text-field.tsx";
import { partTexts } from "../../console/parts/part-texts.ts";
import { hostsIn, keepHosts, readHosts } from "../saving/as-i-see-it.ts";
import { settingsTexts } from "./settings-texts.ts";

/** The hosts whose pages are always saved as the person sees them. */
export function AlwaysAsSeen() {
  const t = translations(settingsTexts);
  const [text, setText] = useState("");
  const [told, setTold] = useState("");
  const fail = (error: unknown) => setTold(messageOf(error));
  useEffect(() => {
    readHosts().then((hosts) => setText(hosts.join("\n")), fail);
  }, []);
  const save = async () => {
    const hosts = hostsIn(text);
    await keepHosts(hosts);
    setText(hosts.join("\n"));
    setTold(t.kept);
  };
  return (
    <section aria-labelledby="as-seen">
      <h2 id="as-seen">{t.asSeenTitle}</h2>
      <p>{t.asSeenText}</p>
      <form
        aria-labelledby="as-seen"
        onSubmit={(event) => {
          event.preventDefault();
          save().catch(fail);
        }}
      >
        <TextField label={t.asSeenHosts} rows={3} maxLength={5_000} value={text} onType={setText} />
        <button type="submit">{translations(partTexts).save}</button>
        <p role="status">{told}</p>
      </form>
    </section>
  );
}
