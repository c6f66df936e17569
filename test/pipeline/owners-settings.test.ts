import { expect, it } from "vitest";
import { withOwnersStages } from "../../lib/pipeline/owners-settings.ts";

it("a release is deployed by its own settings, with the stages of the owner alone", () => {
  const release = {
    app: "node bin/magpie.ts",
    context: { "@aws-cdk/core:flag": true, stage: "prod", stages: { prod: { keepData: true }, try: {} } },
  };
  const owner = {
    app: "node bin/other.ts",
    context: { "@aws-cdk/core:flag": false, newer: true, stages: { prod: { site: { title: "Alice" } } } },
  };
  expect(withOwnersStages(release, owner)).toEqual({
    app: "node bin/magpie.ts",
    context: { "@aws-cdk/core:flag": true, stage: "prod", stages: { prod: { site: { title: "Alice" } } } },
  });
});
