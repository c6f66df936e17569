/**
 * Where the issuer sends a person back who signs in for the command line: a program of the person's own machine (RFC 8252, 7.3).
 * Cognito compares the whole address with those that are registered, and takes `http` for the host `localhost` only; so there
 * are fixed ports, and more than one for the case that another program has the first.
 */
export const LOOPBACK_REDIRECTS = [48_163, 48_164, 48_165].map((port) => `http://localhost:${port}/signed-in`);
