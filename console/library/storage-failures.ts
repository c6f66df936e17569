import { isDeviceFull, isFull } from "../device/keep-item.ts";
import { translations } from "../language/language.ts";
import { messageOf } from "../language/message-of.ts";
import { SignedOut } from "../session/generation.ts";
import type { Session } from "../session/session.ts";
import { notifyFailure } from "../status/status.tsx";
import { libraryTexts } from "./library-texts.ts";

/** Tells the person of errors of this device's storage: what is on the screen stays, and is read again at the next start. */
export class StorageFailures {
  readonly #session: Session;
  #isTold = false;

  constructor(session: Session) {
    this.#session = session;
  }

  readonly report = (error: unknown): void => {
    if (error instanceof SignedOut) {
      this.#session.signedOut().catch((problem: unknown) => console.error(problem));
      return;
    }
    console.error("The storage of this device fails.", error);
    if (isFull(error)) {
      isDeviceFull.value = true;
      return;
    }
    // Once: the same failure comes with each change.
    if (!this.#isTold) notifyFailure(translations(libraryTexts).storageFails(messageOf(error)));
    this.#isTold = true;
  };

  /** Tells no more of them: the library is closed. */
  silence(): void {
    this.#isTold = true;
  }
}
