import { S3ServiceException } from "@aws-sdk/client-s3";

/** An error that S3 answers, as the SDK throws it. */
export function s3Error(name: string, httpStatusCode: number, message = name): S3ServiceException {
  const $fault = httpStatusCode >= 500 ? "server" : "client";
  return new S3ServiceException({ name, message, $fault, $metadata: { httpStatusCode } });
}
