import type { PriceTrend } from "../../../client/index.ts";

/** The trends of many products: each is asked for once, and only a few at the same time. */
export class TrendCache {
  readonly #ask: (productId: string) => Promise<PriceTrend>;
  readonly #atOnce: number;
  readonly #answers = new Map<string, Promise<PriceTrend>>();
  readonly #waiting: (() => void)[] = [];
  #asking = 0;

  /** @param atOnce how many questions are under way at the same time */
  constructor(ask: (productId: string) => Promise<PriceTrend>, atOnce = 2) {
    this.#ask = ask;
    this.#atOnce = atOnce;
  }

  /**
   * The trend of a product.
   *
   * @param crawledAt when the product was crawled last: the trend is requested again after another crawl
   * @throws what `ask` throws; neither a failure is kept, nor a trend whose sales are not all dated
   */
  async get(productId: string, crawledAt: string): Promise<PriceTrend> {
    const key = `${productId} ${crawledAt}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#inTurn(productId);
    this.#answers.set(key, answer);
    answer.then(
      ({ undated }) => undated > 0 && this.#answers.delete(key),
      () => this.#answers.delete(key),
    );
    return answer;
  }

  /** The screen has gone: what waits for its turn is not asked. */
  close(): void {
    this.#waiting.length = 0;
  }

  async #inTurn(productId: string): Promise<PriceTrend> {
    if (this.#asking >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#asking += 1;
    try {
      return await this.#ask(productId);
    } finally {
      // The next one takes this one's turn over.
      const next = this.#waiting.shift();
      if (next === undefined) this.#asking -= 1;
      else next();
    }
  }
}
