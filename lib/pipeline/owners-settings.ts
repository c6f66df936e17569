/** What cdk.json holds, as far as a rollback reads it. */
export interface AppSettings {
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * The cdk.json by which a release is deployed again: its own, as its code expects, with the stages of the owner, of whose
 * settings a release's file has none.
 */
export function withOwnersStages<T extends AppSettings>(release: T, owner: AppSettings): T {
  return { ...release, context: { ...release.context, stages: owner.context.stages } };
}
