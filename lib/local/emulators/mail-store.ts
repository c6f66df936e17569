import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DataFolder } from "../data-folder.ts";

/** A mail that SES would have sent, in the shape of aws-ses-v2-local. */
export interface Mail {
  readonly messageId: string;
  readonly from: string;
  readonly destination: { readonly to: string[]; readonly cc: string[]; readonly bcc: string[] };
  readonly subject: string;
  readonly body: { readonly text?: string; readonly html?: string };
  /** When it was accepted, in whole seconds of the epoch. */
  readonly at: number;
}

const FOLDER = "mails";

/** The mails of the system, each a JSON file in the data folder, named by its number. */
export class MailStore {
  readonly #folder: DataFolder;
  #last: number;

  /** Opens the mails of a data folder; those of earlier starts are kept. */
  constructor(folder: DataFolder) {
    this.#folder = folder;
    mkdirSync(folder.file(FOLDER), { recursive: true });
    this.#last = Number.parseInt(this.#names().at(-1) ?? "0", 10);
  }

  add(mail: Mail): void {
    this.#last += 1;
    this.#folder.writeJson(join(FOLDER, `${String(this.#last).padStart(8, "0")}.json`), mail);
  }

  /** All mails, first accepted first. */
  all(): Mail[] {
    return this.#names().map((name) => JSON.parse(readFileSync(this.#folder.file(FOLDER, name), "utf8")) as Mail);
  }

  #names(): string[] {
    // An incomplete file of a killed runner has another extension.
    return readdirSync(this.#folder.file(FOLDER))
      .filter((name) => /^\d+\.json$/.test(name))
      .sort();
  }
}
