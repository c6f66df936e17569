import { useState } from "preact/hooks";
import type { QueueDepths } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useAsked } from "../../parts/forms/use-asked.tsx";
import { queueTexts } from "./queue-texts.ts";
import type { Redrive } from "./redrive-progress.ts";
import type { QueueWatch } from "./use-queue-watch.ts";

/** The number of a queue's dead letters, and the button that moves them back. */
export function DeadLetters({
  queue,
  describedBy,
  following,
  onRedrive,
}: {
  readonly queue: QueueDepths;
  /** Id of the queue's name. */
  readonly describedBy: string;
  /** The redrive of this queue that is followed. */
  readonly following: Redrive | null;
  readonly onRedrive: QueueWatch["redrive"];
}) {
  const t = translations(queueTexts);
  const { name, dlq_depth: dead } = queue;
  const redrive = useAsked({ title: t.askTitle(name), text: t.ask(dead), confirm: t.confirm }, () => onRedrive(queue));
  const isBusy = redrive.isBusy || following !== null;
  // The focus is on its button: it stays when nothing is left to move.
  const [wasAsked, setWasAsked] = useState(false);
  const mayRedrive = dead > 0 && !isBusy;
  return (
    <>
      <span class={dead === 0 ? undefined : "chip bad"}>{count(dead)}</span>
      {following !== null && (
        <span class="stack">
          <progress aria-label={t.progress(name)} value={following.from - following.left} max={following.from} />
          <small>{t.left(count(following.left), count(following.from))}</small>
        </span>
      )}
      {(dead > 0 || isBusy || wasAsked) && (
        <button
          type="button"
          aria-describedby={describedBy}
          aria-disabled={!mayRedrive}
          onClick={() => {
            if (!mayRedrive) return;
            setWasAsked(true);
            redrive.ask();
          }}
        >
          {t.redrive}
        </button>
      )}
      {redrive.dialog}
    </>
  );
}
