/** The address of a screen with the parameters of what it shows; empty ones are left out, and lists are repeated. */
export function addressWith(path: string, parameters: Readonly<Record<string, string | readonly string[]>>): string {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) if (value !== "") query.append(name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The values of a parameter of an address, without empty ones. */
export function valuesIn(address: string, name: string): readonly string[] {
  return new URLSearchParams(address.split("?")[1] ?? "").getAll(name).filter((value) => value !== "");
}
