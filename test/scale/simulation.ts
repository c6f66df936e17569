/** A course of events that waits by yielding seconds. */
export type Process<R = void> = Generator<number, R, void>;

interface SimulatedEvent {
  readonly at: number;
  /** Events of the same time happen in the order in which they were entered. */
  readonly order: number;
  readonly action: () => void;
}

/** A discrete-event simulation. Times are seconds from its start. */
export class Simulation {
  #now = 0;
  #entered = 0;
  /** A binary heap: the first is the earliest. */
  readonly #events: SimulatedEvent[] = [];

  get now(): number {
    return this.#now;
  }

  /** Enters an action, a number of seconds from now. */
  after(seconds: number, action: () => void): void {
    this.#entered += 1;
    this.#push({ at: this.#now + seconds, order: this.#entered, action });
  }

  /** Starts a process. @param ended is called with its result */
  start<R>(process: Process<R>, ended: (result: R) => void = () => undefined): void {
    const { value, done } = process.next();
    if (done === true) ended(value);
    else this.after(value, () => this.start(process, ended));
  }

  /** Lets the events happen until this time, or until none is left. */
  run(until = Number.POSITIVE_INFINITY): void {
    for (;;) {
      const first = this.#events[0];
      if (first === undefined || first.at > until) break;
      this.#pop();
      this.#now = first.at;
      first.action();
    }
    if (Number.isFinite(until)) this.#now = Math.max(this.#now, until);
  }

  #push(event: SimulatedEvent): void {
    const events = this.#events;
    let place = events.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(event, events[parent])) break;
      events[place] = events[parent] as SimulatedEvent;
      place = parent;
    }
    events[place] = event;
  }

  #pop(): void {
    const events = this.#events;
    const last = events.pop();
    if (last === undefined || events.length === 0) return;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const child = isBefore(events[left + 1], events[left]) ? left + 1 : left;
      if (!isBefore(events[child], last)) break;
      events[place] = events[child] as SimulatedEvent;
      place = child;
    }
    events[place] = last;
  }
}

function isBefore(one: SimulatedEvent | undefined, other: SimulatedEvent | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
