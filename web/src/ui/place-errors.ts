/** Returns the field of a form that a path belongs to: the path, or the part of it that holds one value in the form. */
function fieldAt(path: readonly string[], values: object): string | undefined {
  let value: unknown = values
  for (const [index, part] of path.entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      // A record of values, such as custom fields, may not have this one yet.
      return index > 0 && !Array.isArray(value) ? path.join('.') : undefined
    value = (value as Record<string, unknown>)[part]
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    const isListOfRecords = Array.isArray(value) && value.some((each) => typeof each === 'object')
    if (!isRecord && !isListOfRecords) return path.slice(0, index + 1).join('.')
  }
  return path.join('.')
}

/**
 * Returns the server's errors by the names of a form's fields. The server names what was sent, `costPerDay.minor` or
 * `filters.statusType.0`; the form may have one field for the whole, `costPerDay`, or no `filters` around it.
 */
export function placeErrors(errors: Record<string, string>, values: object): Record<string, string> {
  const placed: Record<string, string> = {}
  for (const [name, message] of Object.entries(errors)) {
    const path = name.split('.')
    const field = path.map((_, index) => fieldAt(path.slice(index), values)).find(Boolean) ?? name
    placed[field] ??= message
    // Shown once for a list whose rows have no fields for it.
    const list = field.replace(/\.\d+(\..*)?$/, '')
    if (list !== field) placed[list] ??= message
  }
  return placed
}
