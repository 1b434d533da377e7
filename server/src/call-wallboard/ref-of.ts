/** Returns an ID and a name that were joined, as one value; null if there was no row. */
export function refOf(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null ? null : { id, name: name ?? '' }
}
