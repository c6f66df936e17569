/** CloudFormation's answer of a stack `magpie-try` with these outputs. */
export function deployedStack(outputs: Readonly<Record<string, string>>) {
  return {
    Stacks: [
      {
        StackName: "magpie-try",
        StackStatus: "CREATE_COMPLETE" as const,
        CreationTime: new Date(0),
        Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
      },
    ],
  };
}
