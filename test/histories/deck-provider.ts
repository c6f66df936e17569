import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import { response } from "../slides/deck-answers.ts";
import type { Mood } from "./stocks-steps.ts";

/** The provider: the title of a deck says which edition of it was read. */
export class DeckProvider {
  mood: Mood = "well";
  edition = 1;

  change(mood: Mood): void {
    this.mood = mood;
    this.edition += 1;
  }

  answer() {
    switch (this.mood) {
      case "well":
        return response({
          mediaType: "application/json",
          body: Buffer.from(
            JSON.stringify({
              type: "rich",
              version: 1,
              title: `edition ${this.edition}`,
              html: '<iframe src="https://speakerdeck.com/player/0123456789abcdef0123456789abcdef"></iframe>',
            }),
          ),
        });
      case "gone":
        return response({ status: 404 });
      case "busy":
        return response({ status: 429, retryAfterSeconds: 100 });
      case "broken":
        return response({ status: 503 });
      case "silent":
        throw new OutboundError("timeout", "the provider");
    }
  }
}
