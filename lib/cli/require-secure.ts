import { isSecureAddress } from "../../client/addresses/secure-address.ts";
import { CliError } from "./cli-error.ts";

/** An address to which a token, or a code for one, may be sent. @throws CliError for plain http to another machine */
export function requireSecure(address: string): string {
  if (isSecureAddress(new URL(address))) return address;
  throw new CliError(`${address} is not https: a token could be read on the way. http is for this machine only.`);
}
