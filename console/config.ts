/** What the console reads of `/app/config.json`, which the deployment writes. */
export interface ConsoleConfig {
  /** Base address of the API. */
  readonly api_url: string;
  /** How a person signs in; null when the stage names an issuer, but no client of the console there. */
  readonly sign_in: SignInConfig | null;
}

/** `/app/config.json`: what clients of a stage have to know of it. */
export interface StageConfig extends ConsoleConfig {
  /** How a person signs in for the command line; null when the issuer has no client for it. */
  readonly command_line: CommandLineConfig | null;
  /** How a person signs in for the browser extension; null when the issuer has no client for it. */
  readonly extension: SignInConfig | null;
}

/** The command line's client at the issuer. */
export interface CommandLineConfig {
  readonly authority: string;
  readonly client_id: string;
  /** What to ask for, separated by spaces, e.g. `openid magpie/read`, by what the person wants to allow. */
  readonly scopes: Readonly<Record<"read" | "save" | "full", string>>;
}

/** The client of the console, or of the extension, at an OpenID Connect issuer. */
export interface SignInConfig {
  /** `<authority>/.well-known/openid-configuration` names the issuer's endpoints. */
  readonly authority: string;
  readonly client_id: string;
  /** Separated by spaces, e.g. `openid email`. */
  readonly scope: string;
  /** The claim of the access token that lists the groups. */
  readonly groups_claim: string;
  /**
   * Cognito's logout address, whose parameters (`client_id`, `logout_uri`) are not those of OpenID Connect; null for the
   * issuer's `end_session_endpoint`.
   */
  readonly logout_url: string | null;
  /** Cognito's page on which a signed-in person adds a passkey; missing at another issuer. */
  readonly passkeys_url?: string;
}
