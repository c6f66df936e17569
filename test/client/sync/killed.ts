import { aroundEach } from "./around-each.ts";

/** The error of a program that ends. */
export class Killed extends Error {}

/** The operations of the storages of one program, which ends in the middle of the n-th. */
export class Program {
  readonly #last: number;
  readonly #isDone: boolean;
  #operations = 0;

  /** @param isDone whether the last operation takes effect before the program ends */
  constructor(last: number, isDone: boolean) {
    this.#last = last;
    this.#isDone = isDone;
  }

  get hasEnded(): boolean {
    return this.#operations >= this.#last;
  }

  /** A storage of which these methods are operations of the program. */
  using<T extends object>(storage: T, methods: readonly (keyof T)[]): T {
    return aroundEach(storage, methods, (work) => this.#operation(work));
  }

  async #operation<T>(work: () => Promise<T>): Promise<T> {
    this.#operations += 1;
    if (this.#operations > this.#last || (this.#operations === this.#last && !this.#isDone)) throw new Killed();
    const result = await work();
    if (this.#operations === this.#last) throw new Killed();
    return result;
  }
}
