import { RecommendationsElement } from "./recommendations-element.ts";

// A page may include the script twice.
if (customElements.get("magpie-recommendations") === undefined) {
  customElements.define("magpie-recommendations", RecommendationsElement);
}
