/** The system's only source of time. */
export interface Clock {
  now(): Date;
  /** A wait that the code measures itself, in milliseconds, scaled by WAIT_SCALE (1 when deployed). */
  wait(milliseconds: number): number;
}

/** The real clock; `scale` is the parsed WAIT_SCALE. */
export function systemClock(scale: number): Clock {
  return { now: () => new Date(), wait: (milliseconds) => milliseconds * scale };
}
