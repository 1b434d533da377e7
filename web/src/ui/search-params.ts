/** Search parameters as they stand in the address: plain text, and a list where a name is repeated. */
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

/** The address of search parameters: empty values are left out, lists repeat their name. */
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

/**
 * Readers for `validateSearch`: each takes whatever stands in the address and answers a value of the type, or
 * undefined, so that a mistyped or old link still opens the screen.
 */
export function textParam(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function oneOfParam<Option extends string>(
  value: unknown,
  options: readonly Option[],
): Option | undefined {
  return options.find((option) => option === value)
}

/** What is searched for: no longer than the API takes. */
export function searchParam(value: unknown): string | undefined {
  return textParam(value)?.slice(0, 200)
}

/** As many values of one filter as the API takes. */
export const mostValues = 100

/** Several values of one filter, none of them longer than those there can be. */
export function listParam(value: unknown, longest = 120): string[] | undefined {
  const values = (Array.isArray(value) ? value : [value]).flatMap((part) => textParam(part) ?? [])
  const possible = values.filter((part) => part.length <= longest).slice(0, mostValues)
  return possible.length > 0 ? possible : undefined
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function idParam(value: unknown): string | undefined {
  return typeof value === 'string' && uuid.test(value) ? value : undefined
}

/** Several ids, or words that stand for one, such as `me`. */
export function idsParam(value: unknown, words: readonly string[] = []): string[] | undefined {
  return listParam(listParam(value)?.flatMap((part) => (words.includes(part) ? part : (idParam(part) ?? []))))
}

export function listOfParam<Option extends string>(
  value: unknown,
  options: readonly Option[],
): Option[] | undefined {
  const values = (listParam(value) ?? []).flatMap((part) => oneOfParam(part, options) ?? [])
  return values.length > 0 ? values : undefined
}

export function flagParam(value: unknown): true | undefined {
  return value === true || value === 'true' || value === '1' ? true : undefined
}

/**
 * For a reader that leaves out what means nothing: the router takes what is left out from the address as it stands,
 * so it is said to be nothing.
 */
export function nothingElse<Read extends object>(search: Record<string, unknown>, read: Read): Read {
  return { ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...read }
}
