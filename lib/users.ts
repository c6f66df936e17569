import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import { usersRoutes } from "../lambdas/users/routes.ts";
import { apiUses } from "../lambdas/users/uses.ts";
import { HttpFunction } from "./constructs/http-function.ts";
import type { Platform } from "./constructs/platform.ts";

/** The data of one person: lists of it, its deletion, and its move to another `sub`. */
export class Users extends Construct {
  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    new HttpFunction(this, "Api", {
      platform,
      bundle: "users-api",
      routes: usersRoutes,
      uses: apiUses,
      timeout: Duration.seconds(10),
    });
  }
}
