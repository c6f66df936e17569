import { fileURLToPath } from "node:url";
import type { Context } from "aws-lambda";
import { runBeforeDeadline } from "../shared/deadline.ts";
import type { Environment } from "../shared/env.ts";
import { readEnvironment } from "../shared/env.ts";
import { lazy } from "../shared/lazy.ts";
import { errorFields, log } from "../shared/log.ts";
import { objectClient } from "../shared/objects/object-client.ts";
import { ANSWER_MS, answerDeployment } from "./answer-deployment.ts";
import type { DeployServices } from "./deploy-site-files.ts";
import { deploySiteFiles } from "./deploy-site-files.ts";
import { readEnvelope, readRequest } from "./deployment-request.ts";
import { readFiles } from "./read-files.ts";
import { SiteBucket } from "./site-bucket.ts";
import { onDeployUses } from "./uses.ts";

/** The build puts the files here, in folders as on the site. */
const PACKAGED = fileURLToPath(new URL("files", import.meta.url));

function services(env: Environment<typeof onDeployUses>): DeployServices {
  return {
    bucket: new SiteBucket(objectClient(), env.SITE_BUCKET),
    packaged: () => readFiles(PACKAGED),
  };
}

/**
 * The Lambda handler of the custom resource: deploys the files, and always answers CloudFormation with the outcome.
 *
 * @param services throws when the environment is not valid; CloudFormation is answered with this failure, too
 */
export function deployments(services: () => DeployServices) {
  return async (event: unknown, context: Context): Promise<void> => {
    const envelope = readEnvelope(event);
    let failure: string | undefined;
    try {
      const request = readRequest(event);
      const counts = await runBeforeDeadline(context, () => deploySiteFiles(request, services()), ANSWER_MS);
      log.info("site_files_deployed", { request: request.type, ...counts });
    } catch (error) {
      log.error("site_files_not_deployed", errorFields(error));
      failure = `${error}; see site_files_not_deployed in ${context.logGroupName}`;
    }
    // Lambda invokes again after an answer that did not arrive; by then the work is done, and is done again.
    await answerDeployment(envelope, failure);
  };
}

export const handler = deployments(lazy(() => services(readEnvironment(onDeployUses))));
