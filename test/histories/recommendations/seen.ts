import { PossibleStates } from "../possible-states.ts";
import type { Announcing } from "./announcements.ts";
import { Announcements } from "./announcements.ts";
import { ClickLog } from "./click-log.ts";
import { MentionLog } from "./mention-log.ts";
import type { Recommendations } from "./state.ts";
import { NO_RECOMMENDATIONS } from "./state.ts";

/** What a history has seen so far. */
export interface Seen {
  readonly states: PossibleStates<Recommendations>;
  readonly announcements: Announcements;
  readonly acts: Announcing[];
  readonly clicks: ClickLog;
  readonly mentions: MentionLog;
  /** The announcements of the messages that were received. */
  readonly receives: string[];
  /** How often reconcile ran before the quiet end. */
  reconciles: number;
}

export function nothingSeen(): Seen {
  return {
    states: new PossibleStates<Recommendations>(NO_RECOMMENDATIONS),
    announcements: new Announcements(),
    acts: [],
    clicks: new ClickLog(),
    mentions: new MentionLog(),
    receives: [],
    reconciles: 0,
  };
}
