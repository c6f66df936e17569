import { useEffect, useState } from "preact/hooks";
import { translations } from "../../console/language/language.ts";
import { partTexts } from "../../console/parts/part-texts.ts";
import type { Person } from "../../console/session/person.ts";
import { Session } from "../session/session.ts";
import type { Stage } from "../stage/stage.ts";
import { readStage } from "../stage/stage.ts";
import { Account } from "./account.tsx";
import { AlwaysAsSeen } from "./always-as-seen.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { HowTo } from "./how-to.tsx";
import { settingsTexts } from "./settings-texts.ts";

interface Known {
  readonly stage: Stage | null;
  readonly person: Person | null;
  /** Whether the stage was set up in this page. */
  readonly isNew: boolean;
}

/** The extension's own page: which stage this browser saves to, who is signed in there, and how to save. */
export function Settings() {
  const t = translations(settingsTexts);
  const [known, setKnown] = useState<Known | null>(null);
  const [notice, setNotice] = useState("");
  const read = async (isNew = false) => {
    const stage = await readStage();
    const person = stage === null ? null : await new Session(stage.signIn).person();
    setKnown({ stage, person, isNew });
  };
  const readAgain = (isNew: boolean) => {
    read(isNew).catch((error: unknown) => setNotice(String(error)));
  };
  useEffect(() => readAgain(false), []);
  return (
    <main aria-busy={known === null}>
      <header>
        <img src="icons/magpie.svg" alt="" width="48" height="48" />
        <h1>{t.title}</h1>
      </header>
      <p role="status">{known === null ? translations(partTexts).loading : notice}</p>
      {known?.stage === null && <ConnectForm onConnected={() => readAgain(true)} />}
      {known !== null && known.stage !== null && (
        <Account
          key={known.stage.siteUrl}
          stage={known.stage}
          person={known.person}
          isNew={known.isNew}
          onChanged={(told = "") => {
            setNotice(told);
            readAgain(false);
          }}
        />
      )}
      {known?.person != null && <HowTo />}
      {known?.person != null && <AlwaysAsSeen />}
    </main>
  );
}
