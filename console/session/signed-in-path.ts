/** Where the issuer sends the browser back to; registered at the issuer. */
export const SIGNED_IN_PATH = "/app/signed-in";
