/** The words of the sign-in page in one language. */
export interface SignInWords {
  readonly language: "en" | "ja";
  readonly title: string;
  readonly explanation: string;
  readonly userName: string;
  readonly administrator: string;
  readonly signIn: string;
  readonly invalidUserName: string;
  /** The title of a request that no browser of this system sends. */
  readonly refused: string;
  /** The title for a browser that has not opened the console's address. */
  readonly openFirst: string;
  readonly reasons: Readonly<Record<RefusalReason, string>>;
}

/** Why a request to the pages gets a page that tells so, and no redirect. */
export type RefusalReason = "unknown_client" | "unknown_redirect" | "unknown_logout" | "no_passkeys" | "not_opened";

const ENGLISH: SignInWords = {
  language: "en",
  title: "Sign in to Magpie",
  explanation:
    "Magpie runs on this machine. Choose any user name; there is no password. The same name gives you the same data again.",
  userName: "User name",
  administrator: "Administrator",
  signIn: "Sign in",
  invalidUserName: "Enter a user name of 1 to 128 characters, without spaces.",
  refused: "Signing in or out is not possible here",
  openFirst: "Open the address that npm start printed",
  reasons: {
    unknown_client: "The user pool has no client with this client_id that may ask for a code.",
    unknown_redirect: "The address in redirect_uri is not one of the client's callback addresses.",
    unknown_logout: "The address in logout_uri is not one of the client's logout addresses.",
    no_passkeys:
      "Nobody proves who they are on this machine, so there is no passkey to add. On AWS, Cognito's page adds it.",
    not_opened:
      "It is the last line that npm start printed, and console.url in the file outputs.json of the data folder. It lets this browser sign in.",
  },
};

const JAPANESE: SignInWords = {
  language: "ja",
  title: "Magpie にサインイン",
  explanation:
    "Magpie はこのコンピューターで動いています。ユーザー名は自由に選べます。パスワードはありません。同じ名前を使うと、同じデータが表示されます。",
  userName: "ユーザー名",
  administrator: "管理者",
  signIn: "サインイン",
  invalidUserName: "空白を含まない 1〜128 文字のユーザー名を入力してください。",
  refused: "ここではサインインもサインアウトもできません",
  openFirst: "npm start が表示した URL を開いてください",
  reasons: {
    unknown_client: "この client_id で、コードを要求できるクライアントは、ユーザープールにありません。",
    unknown_redirect: "redirect_uri の URL は、クライアントのコールバック URL に登録されていません。",
    unknown_logout: "logout_uri の URL は、クライアントのサインアウト URL に登録されていません。",
    no_passkeys:
      "このコンピューターでは本人確認がないため、追加できるパスキーはありません。AWS では Cognito のページで追加します。",
    not_opened:
      "npm start が最後の行に表示した URL です。データフォルダーの outputs.json の console.url にもあります。開くと、このブラウザーでサインインできるようになります。",
  },
};

/**
 * The words in the first language of the lists that the page knows, otherwise in English.
 *
 * @param wanted lists of languages, the most important first: `lang` of Cognito, `ui_locales` of OpenID Connect, and
 *   `Accept-Language`, whose order counts and not its weights
 */
export function signInWords(...wanted: readonly (string | undefined)[]): SignInWords {
  for (const tag of wanted.flatMap((list) => (list ?? "").toLowerCase().split(/[\s,]+/))) {
    const [language] = tag.split(/[-;]/);
    if (language === "ja") return JAPANESE;
    if (language === "en") return ENGLISH;
  }
  return ENGLISH;
}
