import { useEffect, useState } from "preact/hooks";
import type { QueueContents } from "../../client/index.ts";
import { language, translations } from "../../console/language/language.ts";
import { messageOf } from "../../console/language/message-of.ts";
import { deleteDatabase } from "../../console/library/delete-database.ts";
import { focusNext } from "../../console/parts/focus/focus-next.ts";
import type { Person } from "../../console/session/person.ts";
import { popupTexts } from "../popup/popup-texts.ts";
import { copyName } from "../saving/library.ts";
import { openQueue } from "../saving/queue.ts";
import { tellBackground } from "../saving/tell-background.ts";
import { Session } from "../session/session.ts";
import { findStage } from "../stage/find-stage.ts";
import type { Stage } from "../stage/stage.ts";
import { forgetStage, keepStage } from "../stage/stage.ts";
import { NotSaved } from "./not-saved.tsx";
import { settingsTexts } from "./settings-texts.ts";
import { stageProblem } from "./stage-problem.ts";

/** Who is signed in at the stage, and what of theirs is in this browser. */
export function Account({
  stage,
  person,
  isNew,
  onChanged,
}: {
  readonly stage: Stage;
  readonly person: Person | null;
  /** Whether the stage was set up just now: signing in is the next step. */
  readonly isNew: boolean;
  readonly onChanged: (notice?: string) => void;
}) {
  const t = translations(settingsTexts);
  const { signIn: signInLabel, signInAgain } = translations(popupTexts);
  const session = new Session(stage.signIn);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = (work: () => Promise<void>, explain: (error: unknown) => string) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(explain(error)))
      .finally(() => setBusy(false));
  };
  const signIn = () =>
    run(
      async () => {
        // The stage may have got other addresses since it was set up.
        const found = await findStage(stage.siteUrl);
        await keepStage(found);
        await new Session(found.signIn).signIn(language.peek());
        await tellBackground();
        onChanged();
      },
      (error) => stageProblem(error) ?? t.signInFailed(messageOf(error)),
    );
  const signOut = (whole: boolean) =>
    run(async () => {
      if (person !== null) await session.signOut(() => deleteDatabase(copyName(stage, person.id)));
      if (whole) await forgetStage(stage);
      await tellBackground();
      // Its button goes.
      focusNext(null);
      onChanged(t.signedOutNow);
    }, messageOf);
  useEffect(() => {
    if (isNew && person === null) signIn();
  }, []);
  return (
    <section aria-label={t.title}>
      <p>{t.connected(stage.siteUrl)}</p>
      <p>{person === null ? t.signedOut : t.signedIn(person.name)}</p>
      {isHere(stage) && person === null && <p class="quiet">{t.signInHere}</p>}
      {problem !== null && (
        <p role="alert" class="failure">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="button" class={person === null ? "primary" : ""} aria-disabled={isBusy} onClick={signIn}>
          {person === null ? signInLabel : signInAgain}
        </button>
        {person !== null && (
          <button type="button" aria-disabled={isBusy} onClick={() => signOut(false)}>
            {t.signOut}
          </button>
        )}
        <button type="button" class="quiet-button" aria-disabled={isBusy} onClick={() => signOut(true)}>
          {t.other}
        </button>
        <span role="status">{isBusy && person === null ? t.signingIn : ""}</span>
      </div>
      {person !== null && <Waiting stage={stage} session={session} person={person} />}
    </section>
  );
}

/** What waits, and what was refused. It is read again whenever the person comes back to this page. */
function Waiting({
  stage,
  session,
  person,
}: {
  readonly stage: Stage;
  readonly session: Session;
  readonly person: Person;
}) {
  const t = translations(settingsTexts);
  const [{ queue }] = useState(() => openQueue(stage, session, person.id));
  const [contents, setContents] = useState<QueueContents | null>(null);
  const read = () => {
    queue.contents().then(setContents, (error: unknown) => console.error(error));
  };
  useEffect(() => {
    read();
    addEventListener("focus", read);
    return () => removeEventListener("focus", read);
  }, [queue]);
  if (contents === null) return null;
  return (
    <>
      {contents.waiting.length > 0 && <p>{t.waiting(contents.waiting.length)}</p>}
      <NotSaved queue={queue} failed={contents.failed} onChanged={read} />
    </>
  );
}

function isHere({ siteUrl }: Stage): boolean {
  return siteUrl.startsWith("http:");
}
