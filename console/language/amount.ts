/**
 * An amount in an English text, with what follows it.
 *
 * @param one what follows an amount of one, e.g. `deck is`
 * @param other what follows any other, e.g. `decks are`
 */
export function amount(number: number, one: string, other: string): string {
  const words = new Intl.PluralRules("en-GB").select(number) === "one" ? one : other;
  return `${new Intl.NumberFormat("en-GB").format(number)} ${words}`;
}
