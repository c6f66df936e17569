import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { LocationProvider } from "preact-iso/router";
import type { ConsoleConfig } from "../config.ts";
import { isFull } from "../device/keep-item.ts";
import { language, translations } from "../language/language.ts";
import { messageOf } from "../language/message-of.ts";
import type { Library } from "../library/library.ts";
import { openLibrary } from "../library/library.ts";
import { SignedInProvider } from "../library/signed-in.ts";
import { restoreTypedAddresses } from "../parts/forms/typed-addresses.ts";
import { keepPlacesOf } from "../parts/place/list-place.ts";
import { SignedOut } from "../session/generation.ts";
import { loadConfig } from "../session/load-config.ts";
import { Session } from "../session/session.ts";
import { SIGNED_IN_PATH } from "../session/signed-in-path.ts";
import { shellTexts } from "../shell/shell-texts.ts";
import { Frame } from "./frame.tsx";
import { Welcome } from "./welcome.tsx";

/** The state of the start. */
type Start =
  | { readonly step: "loading" }
  | { readonly step: "failed"; readonly why: string }
  | { readonly step: "no-sign-in" }
  | { readonly step: "no-storage"; readonly why: string }
  | {
      readonly step: "ready";
      readonly config: ConsoleConfig;
      readonly session: Session;
      readonly signInError: string | null;
    };

/** The whole console: the start, signing in, and the screens of the person who is signed in. */
export function Console() {
  const [start, setStart] = useState<Start>({ step: "loading" });
  const [attempt, setAttempt] = useState(0);
  // Before the first paint: what is requested here is what a person waits for.
  useLayoutEffect(() => {
    begin().then(setStart, (error: unknown) => setStart({ step: "failed", why: String(error) }));
  }, [attempt]);
  const t = translations(shellTexts);
  switch (start.step) {
    case "loading":
      return <Welcome busy />;
    case "failed":
      return (
        <Welcome
          problem={t.noConfig}
          details={start.why}
          action={{ label: t.tryAgain, run: () => setAttempt(attempt + 1) }}
        />
      );
    case "no-sign-in":
      return <Welcome problem={t.noSignIn} />;
    case "no-storage":
      return <Welcome problem={t.storageFailed(start.why)} />;
    case "ready":
      return <Person {...start} />;
  }
}

/** Loads the addresses, and takes the issuer's answer if this page is where the issuer has sent the browser. */
async function begin(): Promise<Start> {
  const config = await loadConfig();
  if (config.sign_in === null) return { step: "no-sign-in" };
  const session = new Session(config.sign_in);
  let signInError: string | null = null;
  if (location.pathname === SIGNED_IN_PATH) {
    let path = "/app/";
    try {
      const answer = await session.signedIn();
      path = answer.path;
      restoreTypedAddresses(answer.kept);
    } catch (error) {
      signInError = messageOf(error);
    }
    // The code of the issuer's answer must not stay in the address.
    history.replaceState(null, "", path);
  }
  try {
    session.read();
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") {
      return { step: "no-storage", why: error.message };
    }
    // The stored session can't be used at this stage; signing in again replaces it.
    signInError ??= messageOf(error);
  }
  return { step: "ready", config, session, signInError };
}

function Person({ config, session, signInError }: Extract<Start, { step: "ready" }>) {
  const person = session.person.value;
  const [opened, setOpened] = useState<{ readonly id: string; readonly library: Library } | null>(null);
  const [shownError, setShownError] = useState(signInError);
  const [problem, setProblem] = useState<string | null>(null);
  const id = person?.id ?? null;
  const generation = session.generation.value;
  // Before a paint, as above.
  useLayoutEffect(() => {
    if (id === null) return;
    let isOver = false;
    const opening = openLibrary(config.api_url, id, session);
    opening.then(
      (library) => {
        if (!isOver) setOpened({ id, library });
      },
      (error: unknown) => {
        if (isOver) return;
        if (error instanceof SignedOut)
          session.signedOut().catch((failure: unknown) => setProblem(storageProblem(failure)));
        else setProblem(storageProblem(error));
      },
    );
    return () => {
      isOver = true;
      setOpened(null);
      setProblem(null);
      opening.then(
        (library) => library.close(),
        () => undefined,
      );
    };
  }, [id, generation, config, session]);

  // When the screens of the last person, which keep their places, have gone, and before those of this one are there.
  useEffect(() => keepPlacesOf(id), [id]);
  // After the first paint: a slow phone would show the list later.
  useEffect(() => opened?.library.start(), [opened]);
  const t = translations(shellTexts);
  if (person === null) {
    const signIn = () => {
      const { pathname, search } = location;
      session.signIn(pathname + search, language.value).catch((error: unknown) => setShownError(messageOf(error)));
    };
    return (
      <Welcome
        problem={shownError === null ? null : t.signInFailed(shownError)}
        action={{ label: t.signIn, run: signIn }}
      />
    );
  }
  if (problem !== null) return <Welcome problem={problem} />;
  if (opened === null || opened.id !== person.id) return <Welcome busy />;
  return (
    <SignedInProvider value={{ config, session, person, library: opened.library }}>
      <LocationProvider scope="/app/">
        <Frame />
      </LocationProvider>
    </SignedInProvider>
  );
}

/** Why nothing can be kept on this device. */
function storageProblem(error: unknown): string {
  const t = translations(shellTexts);
  return isFull(error) ? messageOf(error) : t.storageFailed(messageOf(error));
}
