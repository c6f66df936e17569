import { useId, useState } from "preact/hooks";
import type { QueueDepths } from "../../../client/index.ts";
import { count, duration } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useAsked } from "../../parts/forms/use-asked.tsx";
import { Sparkline } from "../../parts/sparkline/sparkline.tsx";
import type { DepthSample } from "./depth-history.ts";
import { depthSeries } from "./depth-history.ts";
import { queueTexts } from "./queue-texts.ts";
import type { Redrive } from "./redrive-progress.ts";
import type { QueueWatch } from "./use-queue-watch.ts";

/** A queue in the table. */
export function QueueRow({
  queue,
  samples,
  following,
  onRedrive,
}: {
  readonly queue: QueueDepths;
  readonly samples: readonly DepthSample[];
  /** The redrive of this queue that is followed. */
  readonly following: Redrive | null;
  readonly onRedrive: QueueWatch["redrive"];
}) {
  const t = translations(queueTexts);
  const id = useId();
  const { name, dlq_depth: dead, oldest_age_seconds: oldest } = queue;
  const redrive = useAsked({ title: t.askTitle(name), text: t.ask(dead), confirm: t.confirm }, () => onRedrive(queue));
  const series = depthSeries(samples, name);
  const highest = Math.max(0, ...series.filter((value) => value !== null));
  const isBusy = redrive.isBusy || following !== null;
  // The focus is on its button: it stays when nothing is left to move.
  const [wasAsked, setWasAsked] = useState(false);
  const mayRedrive = dead > 0 && !isBusy;
  return (
    <tr>
      <th scope="row" id={id}>
        <code>{name}</code>
        {Object.hasOwn(t.queues, name) && <small class="quiet">{t.queues[name as keyof typeof t.queues]}</small>}
      </th>
      <td class="number">
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
            aria-describedby={id}
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
      </td>
      <td class="number">{count(queue.depth)}</td>
      <td class="number">{count(queue.in_flight)}</td>
      <td class="number">{oldest === null ? "–" : duration(oldest)}</td>
      <td>
        <span class="depths">
          <Sparkline values={series} lowest={0} />
          <small class="quiet">{t.highest(count(highest))}</small>
        </span>
      </td>
    </tr>
  );
}
