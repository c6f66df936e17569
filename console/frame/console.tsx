import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { LocationProvider } from "preact-iso/router";
import { isFull } from "../device/keep-item.ts";
import { language, translations } from "../language/language.ts";
import { messageOf } from "../language/message-of.ts";
import type { Library } from "../library/library.ts";
import { openLibrary } from "../library/library.ts";
import { SignedInProvider } from "../library/signed-in.ts";
import { partTexts } from "../parts/part-texts.ts";
import { keepPlacesOf } from "../parts/place/list-place.ts";
import { SignedOut } from "../session/generation.ts";
import { shellTexts } from "../shell/shell-texts.ts";
import type { Begun } from "./begin.ts";
import { begin } from "./begin.ts";
import { Frame } from "./frame.tsx";
import { Welcome } from "./welcome.tsx";

/** The whole console: the start, signing in, and the screens of the person who is signed in. */
export function Console({ begun }: { readonly begun: Promise<Begun> }) {
  const [start, setStart] = useState<Begun | { readonly step: "loading" }>({ step: "loading" });
  const [attempt, setAttempt] = useState(begun);
  // Before the first paint: a start that has ended by then shows no other page before its own.
  useLayoutEffect(() => {
    attempt.then(setStart);
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
          action={{ label: translations(partTexts).tryAgain, run: () => setAttempt(begin()) }}
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

function Person({ config, session, signInError }: Extract<Begun, { step: "ready" }>) {
  const person = session.person.value;
  const [opened, setOpened] = useState<{ readonly id: string; readonly library: Library } | null>(null);
  const [shownError, setShownError] = useState(signInError === null ? null : messageOf(signInError));
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
