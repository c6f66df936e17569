import { ApiGatewayV2Client } from "@aws-sdk/client-apigatewayv2";
import { BackupClient } from "@aws-sdk/client-backup";
import { BedrockClient } from "@aws-sdk/client-bedrock";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { CloudWatchLogsClient } from "@aws-sdk/client-cloudwatch-logs";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";

/**
 * One client of each service that the checks of a deployed stage use, with the environment's region and credentials.
 */
export interface StageClients {
  readonly apiGateway: ApiGatewayV2Client;
  readonly backup: BackupClient;
  readonly cloudFormation: CloudFormationClient;
  readonly cloudWatch: CloudWatchClient;
  readonly cognito: CognitoIdentityProviderClient;
  readonly lambda: LambdaClient;
  readonly logs: CloudWatchLogsClient;
  readonly scheduler: SchedulerClient;
  readonly secrets: SecretsManagerClient;
  readonly ses: SESv2Client;
  readonly sns: SNSClient;
  readonly sqs: SQSClient;
  /** Those of a region that has a further stack of the stage. */
  readonly elsewhere: (region: string) => Pick<StageClients, "cloudFormation" | "sns">;
  /** The model may be called in another region than the stack's. */
  readonly bedrock: (region: string) => BedrockClient;
}

/** A call without an answer ends within a check's time-out. */
const SETTINGS = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 3_000,
    requestTimeout: 5_000,
    throwOnRequestTimeout: true,
    socketTimeout: 5_000,
  },
} as const;

export function stageClients(): StageClients {
  return {
    apiGateway: new ApiGatewayV2Client(SETTINGS),
    backup: new BackupClient(SETTINGS),
    cloudFormation: new CloudFormationClient(SETTINGS),
    cloudWatch: new CloudWatchClient(SETTINGS),
    cognito: new CognitoIdentityProviderClient(SETTINGS),
    lambda: new LambdaClient(SETTINGS),
    // Each metric filter takes one request, and AWS throttles these at five a second.
    logs: new CloudWatchLogsClient({ ...SETTINGS, maxAttempts: 6 }),
    scheduler: new SchedulerClient(SETTINGS),
    secrets: new SecretsManagerClient(SETTINGS),
    ses: new SESv2Client(SETTINGS),
    sns: new SNSClient(SETTINGS),
    sqs: new SQSClient(SETTINGS),
    elsewhere: (region) => ({
      cloudFormation: new CloudFormationClient({ ...SETTINGS, region }),
      sns: new SNSClient({ ...SETTINGS, region }),
    }),
    bedrock: (region) => new BedrockClient({ ...SETTINGS, region }),
  };
}
