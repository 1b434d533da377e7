const special = /["\\]/

/**
 * Returns an array as a PostgreSQL literal, to be sent as one parameter. It is several times faster than pg's own
 * conversion, which matters with thousands of values in each statement.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  let literal = '{'
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (index > 0) literal += ','
    if (value === null || value === undefined) literal += 'NULL'
    else if (typeof value !== 'string') literal += String(value)
    else literal += special.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
  }
  return `${literal}}`
}
