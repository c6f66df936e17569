// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Record<string, unknown> | null;
}

let sent: Sent[] = [];
/** The answers by address: a status, or a text of an integrity token; another address can't be reached. */
let answers: Record<string, number | string> = {};

beforeEach(() => {
  sent = [];
  answers = {};
  vi.stubGlobal("MAGPIE_API_URL", "https://api.example");
  vi.stubGlobal("MAGPIE_SITE_URL", "https://site.example");
  vi.stubGlobal("location", new URL("https://www.alice.example/page?private=1#x"));
  vi.stubGlobal("fetch", async (url: string, { method = "GET", headers = {}, body = "null" } = {}) => {
    sent.push({ method, url, headers, body: JSON.parse(body) });
    const answer = answers[url];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return typeof answer === "string" ? new Response(answer) : new Response("no token", { status: answer });
  });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Fills in and sends the form of a site. @returns the form, after the outcome is known */
async function submitted(attributes: string, times = 1): Promise<HTMLFormElement> {
  const { sendSubscription } = await import("../../../lambdas/recommendations/embed/subscription-form.ts");
  document.body.innerHTML = `<form ${attributes}><input name="email"><button>Subscribe</button><p role="status">before</p></form>`;
  const form = document.querySelector("form") as HTMLFormElement;
  const input = form.querySelector("input") as HTMLInputElement;
  input.value = "mia@example.com";
  form.addEventListener("submit", sendSubscription);
  for (let time = 0; time < times; time += 1) {
    form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    expect(form.querySelector("button")?.disabled).toBe(true);
    expect(statusOf(form)?.textContent).toBe("");
  }
  await vi.waitFor(() => expect(form.querySelector("button")?.disabled).toBe(false));
  return form;
}

const statusOf = (form: HTMLFormElement) => form.querySelector("[role=status]");
const requests = () => sent.map(({ method, url }) => `${method} ${url}`);
const AT_ROOT = "https://bob.example/members/api";
const SITE = 'data-site="https://bob.example/" data-id="r-1"';

describe("a subscription", () => {
  it("is requested as Ghost's portal does, with a token, and without the page's query", async () => {
    answers = { [`${AT_ROOT}/integrity-token/`]: "token-1", [`${AT_ROOT}/send-magic-link/`]: 201 };
    await submitted(SITE);
    expect(sent[1]).toEqual({
      method: "POST",
      url: `${AT_ROOT}/send-magic-link/`,
      headers: { "content-type": "application/json" },
      body: {
        email: "mia@example.com",
        emailType: "signup",
        autoRedirect: false,
        integrityToken: "token-1",
        urlHistory: [
          {
            time: expect.any(Number),
            referrerSource: "alice.example",
            referrerMedium: "Ghost Recommendations",
            referrerUrl: "https://www.alice.example/page",
          },
        ],
      },
    });
  });

  it("is counted once the site has accepted it, and the form is empty again", async () => {
    answers = { [`${AT_ROOT}/integrity-token/`]: "token-1", [`${AT_ROOT}/send-magic-link/`]: 201 };
    const form = await submitted(SITE);
    expect(requests()).toEqual([
      `GET ${AT_ROOT}/integrity-token/`,
      `POST ${AT_ROOT}/send-magic-link/`,
      "POST https://api.example/v1/recommendations/r-1/subscribed",
    ]);
    expect(statusOf(form)?.textContent).toMatch(/check your inbox/);
    expect(form.querySelector("input")?.value).toBe("");
  });

  it("of a form that names no recommendation is sent, and not counted", async () => {
    answers = { [`${AT_ROOT}/integrity-token/`]: "token-1", [`${AT_ROOT}/send-magic-link/`]: 201 };
    await submitted('data-site="https://bob.example/"');
    expect(requests().filter((request) => request.includes("api.example"))).toEqual([]);
    expect(requests()).toHaveLength(2);
  });

  it("is sent once, however often the button is pressed meanwhile", async () => {
    answers = { [`${AT_ROOT}/integrity-token/`]: "token-1", [`${AT_ROOT}/send-magic-link/`]: 201 };
    await submitted(SITE, 3);
    expect(requests().filter((request) => request.includes("send-magic-link"))).toHaveLength(1);
  });

  it.each([
    ["refuses it", 400],
    ["fails", 500],
  ])("that the site %s is not counted, and the site's own sign-up page is shown", async (_what, status) => {
    answers = { [`${AT_ROOT}/integrity-token/`]: "token-1", [`${AT_ROOT}/send-magic-link/`]: status };
    const form = await submitted(SITE);
    expect(requests()).toHaveLength(2);
    expect(statusOf(form)?.innerHTML).toBe(
      'This did not work. <a part="link" href="https://bob.example/#/portal/signup" target="_blank" rel="noopener">Subscribe on the site itself</a>',
    );
    expect(form.querySelector("input")?.value).toBe("mia@example.com");
  });

  it("can be tried again after the site was out of reach", async () => {
    expect(statusOf(await submitted(SITE))?.textContent).toMatch(/^This did not work/);
    answers = { [`${AT_ROOT}/integrity-token/`]: "token-1", [`${AT_ROOT}/send-magic-link/`]: 201 };
    expect(statusOf(await submitted(SITE))?.textContent).toMatch(/check your inbox/);
  });
});

describe("the endpoints of a site below a path", () => {
  const BELOW = "https://bob.example/blog/members/api";
  const ON_BLOG = 'data-site="https://bob.example/blog//"';

  it("are below it if it issues tokens there", async () => {
    answers = { [`${BELOW}/integrity-token/`]: "token-1", [`${BELOW}/send-magic-link/`]: 201 };
    await submitted(ON_BLOG);
    expect(requests()).toEqual([`GET ${BELOW}/integrity-token/`, `POST ${BELOW}/send-magic-link/`]);
  });

  it("are at the root if only that issues tokens", async () => {
    answers = {
      [`${BELOW}/integrity-token/`]: 404,
      [`${AT_ROOT}/integrity-token/`]: "token-2",
      [`${AT_ROOT}/send-magic-link/`]: 201,
    };
    await submitted(ON_BLOG);
    expect(sent.at(-1)).toMatchObject({ url: `${AT_ROOT}/send-magic-link/`, body: { integrityToken: "token-2" } });
  });

  it("are below it, without a token, if none is issued", async () => {
    answers = { [`${BELOW}/integrity-token/`]: 404, [`${BELOW}/send-magic-link/`]: 201 };
    await submitted(ON_BLOG);
    expect(sent.at(-1)?.url).toBe(`${BELOW}/send-magic-link/`);
    expect(sent.at(-1)?.body).not.toHaveProperty("integrityToken");
  });
});

it("a form of another kind is left to the browser", async () => {
  const { sendSubscription } = await import("../../../lambdas/recommendations/embed/subscription-form.ts");
  document.body.innerHTML = "<form><button>Search</button></form>";
  const form = document.querySelector("form") as HTMLFormElement;
  form.addEventListener("submit", sendSubscription);
  const submit = new Event("submit", { cancelable: true });
  form.dispatchEvent(submit);
  expect([submit.defaultPrevented, sent]).toEqual([false, []]);
});
