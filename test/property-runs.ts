import fc from "fast-check";
import { runs } from "./load.ts";

/**
 * The runs of a property that does not say how many it needs: fast-check's own default, or a part of it. Under mutation the
 * first run that fails is enough: the search for a smaller one takes many more.
 *
 * A text or a list is as long as its property says: by fast-check's default it has ten elements at the most, whatever its
 * `maxLength`.
 */
fc.configureGlobal({
  ...runs(100),
  defaultSizeToMaxWhenMaxSpecified: true,
  endOnFailure: process.env.MUTATION_TESTS !== undefined,
});
