/**
 * Parsers for `validateSearch`: each takes any value from the address and returns a valid one or undefined,
 * so that a mistyped or old link still opens the screen.
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

/** Parses a search text, up to the length that the API takes. */
export function searchParam(value: unknown): string | undefined {
  return textParam(value)?.slice(0, 200)
}

/** The API's limit of values per filter. */
export const mostValues = 100

/** Parses several values of a filter, each up to the longest possible length. */
export function listParam(value: unknown, longest = 120): string[] | undefined {
  const values = (Array.isArray(value) ? value : [value]).flatMap((part) => textParam(part) ?? [])
  const possible = values.filter((part) => part.length <= longest).slice(0, mostValues)
  return possible.length > 0 ? possible : undefined
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function idParam(value: unknown): string | undefined {
  return typeof value === 'string' && uuid.test(value) ? value : undefined
}

/** Parses ids, or words in their place such as `me`. */
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
 * Sets the parameters that a parser dropped to undefined, since the router would otherwise keep them from the
 * address.
 */
export function dropUnknown<Read extends object>(search: Record<string, unknown>, read: Read): Read {
  return { ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...read }
}
