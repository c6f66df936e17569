import type { PlantedDefect } from "../planted-defect.ts";

const SEND_ONCE = "lambdas/shared/sending/send-once.ts";

/** Defects of notices and of operations. */
export const notices: readonly PlantedDefect[] = [
  {
    what: "the claim of a refused notice is not given back",
    feature: "notices",
    file: SEND_ONCE,
    text: `if (outcome.kind === "refused") await claims.giveBack(claim);
  else await`,
    replacement: `if (outcome.kind !== "refused") await`,
  },
  {
    what: "a notice is sent again when an old claim is found",
    feature: "notices",
    file: SEND_ONCE,
    text: "if (!(await claims.claim(claim, services.clock.now()))) return settle(claims, services);",
    replacement: `if (!(await claims.claim(claim, services.clock.now()))) {
    const old = await settle(claims, services);
    if (old.kind !== "unknown") return old;
  }`,
  },
  {
    what: "a refused notice is not tried again",
    feature: "notices",
    file: "lambdas/notices/send-due.ts",
    text: "if (refused < MAX_REFUSALS)",
    replacement: "if (refused < 0)",
  },
  {
    what: "a notice is over although another worker has claimed it",
    feature: "notices",
    file: "lambdas/notices/send-due.ts",
    text: `if (came.kind === "claimed") waits.push(came.leftMs);`,
    replacement: "",
  },
  {
    what: "a lost answer of a claim is taken for another worker's",
    feature: "notices",
    file: "lambdas/shared/sending/claim.ts",
    text: "ownWrite: isClaimed,",
    replacement: "ownWrite: isWaiting,",
  },
  {
    what: "a lost answer of a redrive is taken for another redrive",
    feature: "operations",
    file: "lambdas/operations/queues.ts",
    text: "return wasRepeated(error);",
    replacement: "return !wasRepeated(error) && false;",
  },
];
