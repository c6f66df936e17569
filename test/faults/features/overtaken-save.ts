import type { Deletion } from "../../../lambdas/shared/changes/tombstone.ts";
import type { HttpRequest } from "../../emulators/http-event.ts";
import type { Entry, FaultWorld } from "../feature.ts";

/** The same save by another intent. */
export function savedOnceMore(save: HttpRequest): HttpRequest {
  return { ...save, headers: { "idempotency-key": "1c9f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b2" } };
}

/**
 * What may happen to a saved item while it is saved.
 *
 * @param change of the item, which leaves `stays`
 * @param remove deletes the item
 */
export function overtakenSave<W extends FaultWorld>(
  save: HttpRequest,
  { change, stays }: { readonly change: HttpRequest; readonly stays: RegExp },
  remove: (world: W, deletion: Deletion) => Promise<unknown>,
): NonNullable<Entry<W>["overtakenBy"]> {
  return {
    "another save of the same address, and a change": {
      happens: async ({ send }) => {
        await send(savedOnceMore(save));
        await send(change);
      },
      stays,
    },
    "the deletion of what it has saved": {
      happens: (world) => remove(world, { id: "deletion-2", at: world.system.clock.now() }),
      stays: /^.*"deletion_id":"deletion-2".*$/g,
    },
  };
}
