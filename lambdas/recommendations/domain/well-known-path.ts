/** The path of the list of recommendations on every site's host. */
export const WELL_KNOWN_PATH = "/.well-known/recommendations.json";
