/**
 * Whether a token may be sent to an address: by https, or by http to this machine itself, which uses no network (the names
 * of RFC 6761, 6.3, and the addresses of RFC 6890).
 */
export function isSecureAddress({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && THIS_MACHINE.test(hostname));
}

// WHATWG writes an IPv4 address in its four decimal parts, and the loopback address of IPv6 as `[::1]`.
const THIS_MACHINE = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/;
