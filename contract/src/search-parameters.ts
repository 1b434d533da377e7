/** The search parameters of an address: text, and a list for a repeated name. */
export type PlainSearch = Record<string, string | string[]>

export function parseSearch(search: string): PlainSearch {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** Formats search parameters: empty values are left out, lists repeat their name. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined && part !== null && part !== '') parameters.append(name, String(part))
    }
  }
  const text = parameters.toString()
  return text && `?${text}`
}
