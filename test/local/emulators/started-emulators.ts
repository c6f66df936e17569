import { afterAll, beforeAll } from "vitest";
import type { Emulators } from "../../../lib/local/emulators/emulators.ts";
import { startEmulators } from "../../../lib/local/emulators/emulators.ts";
import { SqsEmulator } from "../../../lib/local/emulators/sqs-emulator.ts";
import { folderOfFile } from "../temporary-folders.ts";

/** The emulators of a new data folder, for the tests of a file. */
export class StartedEmulators {
  #all: Emulators | undefined;
  #sqs: SqsEmulator | undefined;

  constructor() {
    const path = folderOfFile();
    beforeAll(async () => {
      this.#all = await startEmulators(path, false);
      this.#sqs = new SqsEmulator(this.#all.fauxqs);
    });
    afterAll(() => this.#all?.close());
  }

  get all(): Emulators {
    if (this.#all === undefined) throw new Error("The emulators run from the first test on.");
    return this.#all;
  }

  get sqs(): SqsEmulator {
    if (this.#sqs === undefined) throw new Error("The emulators run from the first test on.");
    return this.#sqs;
  }
}
