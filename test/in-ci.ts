/**
 * Whether everything runs. A plain `npm test` leaves out what takes minutes of computing and asserts nothing that no other
 * test asserts at a smaller size: loads on the whole system, and the repetition of a test in further variants.
 */
export const IN_CI = process.env.CI === "true";
