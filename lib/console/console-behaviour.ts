import { join } from "node:path";
import { Aws, Duration } from "aws-cdk-lib";
import type { BehaviorOptions } from "aws-cdk-lib/aws-cloudfront";
import {
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { DECK_PROVIDERS } from "../../lambdas/slides/providers.ts";
import type { Platform } from "../constructs/platform.ts";

/** The sites whose players show a deck: the only ones that the console puts into a frame. */
const PLAYERS = Object.values(DECK_PROVIDERS).map(({ player }) => player.origin);

/** What the console's paths have of their own: the headers of its answers, and the function that answers deep links. */
export function consoleBehaviour(
  scope: Construct,
  { stage, apiUrl, consoleSignIn }: Pick<Platform, "stage" | "apiUrl" | "consoleSignIn">,
): Pick<BehaviorOptions, "responseHeadersPolicy" | "functionAssociations"> {
  const deepLinks = new CloudFrontFunction(scope, "DeepLinks", {
    functionName: `${stage}-magpie-deep-links-${Aws.REGION}`,
    comment: "Answers each address of the console with its page",
    code: FunctionCode.fromFile({ filePath: join(import.meta.dirname, "deep-links.js") }),
    runtime: FunctionRuntime.JS_2_0,
  });
  return {
    functionAssociations: [{ function: deepLinks, eventType: FunctionEventType.VIEWER_REQUEST }],
    responseHeadersPolicy: new ResponseHeadersPolicy(scope, "PageHeaders", {
      responseHeadersPolicyName: `${stage}-magpie-pages-${Aws.REGION}`,
      comment: "What the console and the pages below /docs may load, ask and show",
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: directives([apiUrl, ...(consoleSignIn?.connect ?? [])]).join("; "),
          override: true,
        },
        contentTypeOptions: { override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          // A page that opens the console, such as one with the bookmarklet, gets no handle of its window.
          { header: "cross-origin-opener-policy", value: "same-origin", override: true },
          {
            header: "permissions-policy",
            value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            override: true,
          },
        ],
      },
    }),
  };
}

/**
 * The content security policy of the console, which holds tokens and shows what strangers have written, and of the pages below
 * `/docs`. An account has twenty policies of headers, so that a stage has two; each page narrows this one by its own
 * `<meta>`, since a browser enforces both: the console's demands trusted types, which the viewer of the API's description does not
 * know, and the others allow no images of other sites and no frames.
 *
 * @param asked what it sends requests to beside the site: the API, and the issuer
 */
function directives(asked: readonly string[]): readonly string[] {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${[...new Set(asked)].join(" ")}`,
    // Covers, listings' photos and other sites' icons are on any site; unless a person wants them, the page forbids itself all
    // but its own.
    "img-src 'self' data: https:",
    `frame-src ${PLAYERS.join(" ")}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
}
