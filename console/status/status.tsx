import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { translations } from "../language/language.ts";
import { statusTexts } from "./status-texts.ts";

/** An action that the message offers, such as `Undo`. */
export interface StatusAction {
  readonly label: string;
  readonly run: () => void;
}

interface Told {
  readonly text: string;
  readonly action: StatusAction | null;
}

/** Milliseconds that a message is shown; one with an action stays longer, so that it can be reached by keyboard. */
const SHOWN_MS = 8_000;
export const ACTION_SHOWN_MS = 12_000;

const status = signal<Told | null>(null);
const alarm = signal<string | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
/** What is announced once the action that is shown has gone. */
let later: string | null = null;

/**
 * Announces what happened, on the screen and to screen readers, once they have finished speaking.
 *
 * @param actionMs for how many milliseconds the action is shown
 */
export function notify(text: string, action: StatusAction | null = null, actionMs = ACTION_SHOWN_MS): void {
  clearTimeout(timer);
  later = null;
  status.value = { text, action };
  timer = setTimeout(clear, action === null ? SHOWN_MS : actionMs);
}

/** Announces what has ended by itself, such as a crawl: an `Undo` of what was done meanwhile stays before it. */
export function notifyEnd(text: string): void {
  if (status.peek()?.action) later = text;
  else notify(text);
}

/**
 * Announces at once that an action has failed, and what to do. The message stays until the next one, or until it is closed.
 * It replaces an earlier message, such as one of the progress, but not an `Undo`.
 */
export function notifyFailure(text: string): void {
  alarm.value = text;
  if (status.peek()?.action === null) clear();
}

/** A remaining timer finds nothing to clear, and ends with the next message. */
function clear(): void {
  status.value = null;
  if (later !== null) notify(later);
}

/** The regions of both; they are in the page before their first text, or screen readers would miss it. */
export function Status() {
  const t = translations(statusTexts);
  /** The element that had the focus before the button, which is about to disappear, got it. */
  const before = useRef<EventTarget | null>(null);
  const shown = status.value;
  return (
    <div class="status-regions">
      <div role="status" aria-label={t.status} class="status" data-shown={shown !== null}>
        {shown !== null && (
          <>
            <span>{shown.text}</span>
            {shown.action !== null && (
              <button
                type="button"
                onFocus={({ relatedTarget }) => {
                  before.current = relatedTarget;
                }}
                onClick={() => {
                  shown.action?.run();
                  clear();
                  if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
                }}
              >
                {shown.action.label}
              </button>
            )}
          </>
        )}
      </div>
      <div role="alert" class="status failure" data-shown={alarm.value !== null}>
        {alarm.value !== null && (
          <>
            <span>{alarm.value}</span>
            <button
              type="button"
              onClick={() => {
                alarm.value = null;
              }}
            >
              {t.close}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
