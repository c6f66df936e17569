import { afterEach, beforeEach, vi } from "vitest";
import { StubbedApi } from "./stubbed-api.ts";

/** What CloudFormation says is in its own namespace. */
const NAMESPACE = 'xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"';

/** A stub of CloudFormation, with an operator's credentials in the environment of each test of a file. */
export class StubbedCloudFormation extends StubbedApi {
  constructor() {
    super();
    beforeEach(() => {
      const variables = {
        AWS_ENDPOINT_URL: this.origin,
        AWS_REGION: "eu-central-1",
        AWS_ACCESS_KEY_ID: "AKIAEXAMPLE",
        AWS_SECRET_ACCESS_KEY: "secret",
        AWS_EC2_METADATA_DISABLED: "true",
        HOME: "/nowhere",
      };
      for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    });
    afterEach(() => void vi.unstubAllEnvs());
  }

  /** From now on the stack has these outputs. */
  stackHas(...outputs: (readonly [key: string, value: string])[]): void {
    const members = outputs.map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const stack = `<StackName>magpie-dev</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2026-11-20T03:00:00.000Z</CreationTime><Outputs>${members.join("")}</Outputs>`;
    const body = `<DescribeStacksResponse ${NAMESPACE}><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
    this.answer = () => ({ status: 200, type: "text/xml", body });
  }

  /** From now on CloudFormation refuses. */
  refuses(code: string, message: string): void {
    const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
    this.answer = () => ({
      status: 400,
      type: "text/xml",
      body: `<ErrorResponse ${NAMESPACE}>${error}</ErrorResponse>`,
    });
  }
}
