/**
 * Where the issuer sends a person back who signs in for the command line: a program on the person's own machine (RFC 8252,
 * 7.3). Cognito compares the whole address with the registered ones, and accepts `http` for the host `localhost` only. So
 * the ports are fixed, and there are several in case another program has the first.
 */
export const LOOPBACK_REDIRECTS = [48_163, 48_164, 48_165].map((port) => `http://localhost:${port}/signed-in`);
