import type { S3Client } from "@aws-sdk/client-s3";
import { expect, it } from "vitest";
import { emptyPrefix } from "../../../lambdas/shared/saved-items/empty-prefix.ts";

/** Empties a folder of a bucket that answers each command like this. @returns the commands */
async function emptied(answers: Readonly<Record<string, object>>): Promise<readonly string[]> {
  const commands: string[] = [];
  const send = async (command: object) => {
    commands.push(command.constructor.name);
    return answers[command.constructor.name];
  };
  await emptyPrefix({ send } as unknown as Pick<S3Client, "send">, "content", "folder/");
  return commands;
}

it("fails while S3 keeps an object that it was told to delete", async () => {
  const answers = {
    ListObjectsV2Command: { Contents: [{ Key: "folder/1" }, { Key: "folder/2" }] },
    DeleteObjectsCommand: { Errors: [{ Key: "folder/2", Code: "InternalError" }] },
  };
  await expect(emptied(answers)).rejects.toThrow("S3 deleted all but 1 objects: InternalError");
});

it("deletes nothing in an empty folder, for which S3 lists no contents", async () => {
  expect(await emptied({ ListObjectsV2Command: { KeyCount: 0 } })).toEqual(["ListObjectsV2Command"]);
});
