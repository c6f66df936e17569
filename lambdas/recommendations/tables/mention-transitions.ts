import { all, is, isAbsent, isPresent } from "../../shared/table/expression.ts";
import { transitions } from "../../shared/table/transitions.ts";
import { PENDING_ATTRIBUTES } from "../../shared/work/pending-index.ts";

const SHOWN = ["pending", "scheduled", "left"] as const;
const LATEST = "its request is the latest";

/** The verification of a mention. A mention that is `left` is verified again only by a request. */
export const VERIFICATION = transitions(
  "Verification of a mention",
  {
    pending: { holds: is("pending_partition", "mentions"), enter: { set: { pending_partition: "mentions" } } },
    scheduled: { holds: is("pending_partition", "checks"), enter: { set: { pending_partition: "checks" } } },
    left: {
      holds: all(isPresent("sk"), isAbsent("pending_partition"), isAbsent("hidden")),
      enter: { remove: PENDING_ATTRIBUTES },
    },
    hidden: {
      holds: isPresent("hidden"),
      enter: { set: { hidden: true }, remove: [...PENDING_ATTRIBUTES, "next_check_at", "expires_at"] },
    },
  },
  {
    request: {
      from: SHOWN,
      to: "pending",
      when: "a Webmention arrives; whether the mention was ever verified is as it was read",
    },
    check: {
      from: SHOWN,
      to: "pending",
      when: "the schedule requests it; no other request was entered since it was listed",
    },
    schedule: { from: SHOWN, to: "scheduled", when: `a verification has ended or was given up; ${LATEST}` },
    leave: { from: SHOWN, to: "left", when: `the last verification has ended; ${LATEST}` },
    supersede: {
      from: ["pending"],
      to: "pending",
      when: "the verification of an earlier request has ended; no further request was entered since",
    },
    hide: { from: SHOWN, to: "hidden", when: "an administrator requests it; the status is as it was read" },
    show: { from: ["hidden"], to: "pending", when: "an administrator requests it" },
  },
);
