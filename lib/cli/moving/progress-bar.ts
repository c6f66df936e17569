import type { Cli } from "../cli.ts";
import { pauseWords } from "./pause-words.ts";

const WIDTH = 24;
/** Milliseconds between two changes of the line. */
const PAUSE_MS = 100;
/** Shorter pauses are only shown on terminals: elsewhere they would fill the log. */
const LONG_PAUSE_MS = 60_000;

/** The progress of work on many items: a bar on terminals, and only long pauses elsewhere. */
export interface ProgressBar {
  /** @param done the number of completed items */
  update(done: number): void;
  /** Says that the API asks for a pause. */
  pause(waitMs: number): void;
  end(): void;
}

/**
 * A bar with percentage, rate and remaining time; without a total, it shows the number of completed items.
 *
 * @param plural their plural, e.g. `bookmarks`
 */
export function progressBar({ bar, clock, progress }: Cli, plural: string, total?: number): ProgressBar {
  const beganAt = clock.now().getTime();
  let shownAt = Number.NEGATIVE_INFINITY;
  let told = "";
  return {
    update(done) {
      const now = clock.now().getTime();
      if (bar === null || now - shownAt < PAUSE_MS) return;
      shownAt = now;
      const rate = done / Math.max(0.001, (now - beganAt) / 1_000);
      const pace = `${Math.round(rate).toLocaleString("en")}/s`;
      if (total === undefined) return bar(`${done.toLocaleString("en")} ${plural}, ${pace}`);
      const part = total === 0 ? 1 : done / total;
      const drawn = "#".repeat(Math.floor(part * WIDTH)).padEnd(WIDTH);
      const left = rate === 0 ? "" : `, ${duration((total - done) / rate)} left`;
      return bar(`[${drawn}] ${Math.floor(100 * part)}% of ${total.toLocaleString("en")} ${plural}, ${pace}${left}`);
    },
    pause(waitMs) {
      const text = `The API asks for a pause ${pauseWords(waitMs, clock.now())}.`;
      if (bar !== null) return bar(text);
      // Several requests under way are asked for the same pause.
      if (waitMs >= LONG_PAUSE_MS && text !== told) progress(text);
      told = text;
    },
    end: () => bar?.(""),
  };
}

/** Seconds as hours, minutes and seconds, e.g. `1:02:03`, `2:03`. */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const end = String(rest).padStart(2, "0");
  return hours === 0 ? `${minutes}:${end}` : `${hours}:${String(minutes).padStart(2, "0")}:${end}`;
}
