import { SITE_URL } from "./addresses.ts";
import { countClick } from "./count-click.ts";
import type { ListedRecommendation } from "./recommendations-list.ts";
import { recommendationsList } from "./recommendations-list.ts";
import { STYLE } from "./style.ts";
import { sendSubscription } from "./subscription-form.ts";

/**
 * `<magpie-recommendations limit order>`: shows the recommendations as a list, counts clicks and sends one-click
 * subscriptions. The element's content is shown until the list is loaded, and stays if loading fails. With the attribute
 * `listed` the content is the list itself, and the element only counts clicks and sends forms.
 */
export class RecommendationsElement extends HTMLElement {
  static readonly observedAttributes = ["limit", "order"];
  #loading: AbortController | undefined;

  connectedCallback(): void {
    if (this.hasAttribute("listed")) this.#handle(this);
    else this.#reload();
  }

  disconnectedCallback(): void {
    this.#loading?.abort();
  }

  attributeChangedCallback(): void {
    if (this.isConnected && !this.hasAttribute("listed")) this.#reload();
  }

  /** Loads the list once, even if several attributes change at the same time. */
  #reload(): void {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    queueMicrotask(async () => {
      if (loading.signal.aborted) return;
      try {
        this.#show(await this.#fetchRecommendations(loading.signal));
      } catch (error) {
        if (!loading.signal.aborted) console.warn("magpie-recommendations:", error);
      }
    });
  }

  async #fetchRecommendations(signal: AbortSignal): Promise<readonly ListedRecommendation[]> {
    const query = new URLSearchParams();
    for (const name of RecommendationsElement.observedAttributes) {
      const value = this.getAttribute(name);
      if (value !== null) query.set(name, value);
    }
    const answer = await fetch(`${SITE_URL}/embed/recommendations?${query}`, { signal });
    if (!answer.ok) throw new Error(`the list was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()).recommendations;
  }

  #show(recommendations: readonly ListedRecommendation[]): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    // A constructed style sheet needs no exception in the page's content security policy.
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    root.replaceChildren(recommendationsList(recommendations));
    this.#handle(root);
  }

  /** Registers the listeners. A repetition has no effect: a listener is added once. */
  #handle(root: EventTarget): void {
    root.addEventListener("click", countClick);
    // A click with the middle button opens a tab and fires `auxclick` instead of `click`.
    root.addEventListener("auxclick", countClick);
    root.addEventListener("submit", sendSubscription);
  }
}
