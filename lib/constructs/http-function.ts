import { Stack } from "aws-cdk-lib";
import { HttpMethod, HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Routes } from "../../lambdas/shared/http/route.ts";
import { acceptedScopes, gatewayPath, routeKey } from "../../lambdas/shared/http/route.ts";
import { acknowledge } from "./acknowledge.ts";
import type { LambdaFunctionProps } from "./lambda-function.ts";
import { LambdaFunction } from "./lambda-function.ts";
import type { Platform } from "./platform.ts";

/**
 * The usual memory of an HTTP function in MB. A request takes two thirds of its time with 256 MB, at a tenth more cost
 * (docs/decisions/0012-deadlines-and-time-outs.md).
 */
const USUAL_MEMORY = 512;

export interface HttpFunctionProps extends Omit<LambdaFunctionProps, "memory" | "kind"> {
  readonly platform: Platform;
  /** In MB. */
  readonly memory?: number;
  readonly routes: Routes;
  /** Whether the function also answers requests that match no route. */
  readonly answersUnknownRoutes?: boolean;
}

/**
 * An integration whose function has its own permission to be invoked by the API. The CDK would create a permission for each
 * route, or one for three segments, which does not cover `$default`: its ARN ends after the stage and the route.
 */
class PermittedIntegration extends HttpLambdaIntegration {
  protected override completeBind(): void {
    // The CDK would add its own permission here.
  }
}

/** A feature's one HTTP function and its routes, each behind the API's authorizer unless it is public. */
export class HttpFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: HttpFunctionProps) {
    super(scope, id, {
      memory: USUAL_MEMORY,
      // The gateway answers a failure of the function with a server error, which has its alarms (`api-5xx`).
      kind: "requests",
      ...props,
    });
    const { api, authorizer, idempotency, issuer } = props.platform;
    if (Object.values(props.routes).some((route) => route.idempotencyKey !== undefined)) {
      idempotency.watch(this);
    }
    const integration = new PermittedIntegration("Integration", this.function);
    this.function.addPermission("Api", {
      principal: new ServicePrincipal("apigateway.amazonaws.com"),
      sourceArn: Stack.of(this).formatArn({ service: "execute-api", resource: api.apiId, resourceName: "*/*" }),
    });
    const open = new HttpNoneAuthorizer();
    for (const [name, route] of Object.entries(props.routes)) {
      const isPublic = route.access === "public";
      const added = new HttpRoute(this, `Route-${name}`, {
        httpApi: api,
        integration,
        routeKey: HttpRouteKey.with(gatewayPath(route.path), HttpMethod[route.method]),
        authorizer: isPublic ? open : authorizer,
        authorizationScopes: acceptedScopes(route).map((scope) => issuer.scopes[scope]),
      });
      if (route.mayTakeLong === true) props.platform.longRoutes.push(routeKey(route));
      if (!isPublic) continue;
      acknowledge(added, { "AwsSolutions-APIG4": `Public on purpose: ${route.summary}.` });
      props.platform.limitPublic(added, routeKey(route), route.isKeptBySite === true);
    }
    if (props.answersUnknownRoutes) {
      const added = new HttpRoute(this, "Route-default", {
        httpApi: api,
        integration,
        routeKey: HttpRouteKey.DEFAULT,
        authorizer: open,
      });
      acknowledge(added, { "AwsSolutions-APIG4": "Answers 404 and 405 to everybody and does nothing else." });
      props.platform.limitPublic(added, "$default", false);
    }
  }
}
