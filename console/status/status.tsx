import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { translations } from "../language/language.ts";
import { statusTexts } from "./status-texts.ts";

/** Something that a person can still do about what happened, such as `Undo`. */
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

/**
 * Tells what happened, on the screen and to screen readers, when they have said what they are saying.
 *
 * @param actionMs for how many milliseconds the action is shown
 */
export function notify(text: string, action: StatusAction | null = null, actionMs = ACTION_SHOWN_MS): void {
  clearTimeout(timer);
  status.value = { text, action };
  timer = setTimeout(clear, action === null ? SHOWN_MS : actionMs);
}

/**
 * Tells at once that something a person did has failed, and what to do. It stays until the next one, or until it is closed.
 * What was told before, such as that it is under way, is over; an `Undo` stays.
 */
export function notifyFailure(text: string): void {
  alarm.value = text;
  if (status.peek()?.action === null) clear();
}

/** A timer that runs on finds nothing to clear, and ends with the next message. */
function clear(): void {
  status.value = null;
}

/** The regions of both; they are in the page before their first text, or screen readers would miss it. */
export function Status() {
  const t = translations(statusTexts);
  /** What had the focus before the button, which is about to go, got it. */
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
