/** What the page of the API's description reads from `docs/config.json`, which is written at the deployment. */
export interface DocsConfig {
  /** Address of the OpenAPI document. */
  readonly openapi_url: string;
}
