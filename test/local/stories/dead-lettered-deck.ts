import type { System } from "../system.ts";
import { isRequestFor } from "../system.ts";
import { until } from "../until.ts";

/** The message of a stock whose metadata could not be fetched. */
export const FAILED = "メタデータの取得に失敗しました";

/** The bodies of the dead letters of a system, parsed. */
export async function deadLetters({ queue }: System): Promise<unknown[]> {
  return (await queue.deadLetters()).map(({ Body }) => JSON.parse(Body ?? ""));
}

/** A deck that failed four times and whose message is in the DLQ. */
export async function deadLettered(system: System, url: string) {
  const user = await system.newUser();
  system.sites.fault(isRequestFor(url), { kind: "status", status: 503 });
  const { id } = await user.save(url);
  const failed = await user.settled(id);
  await until(
    "the dead letter is there",
    () => deadLetters(system),
    (letters) => letters.length === 1,
  );
  return { user, id, failed };
}
