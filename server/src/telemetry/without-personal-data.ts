import pg from 'pg'

const email = /[^\s<>"'`(),;:]+@[^\s<>"'`(),;]+/g
/** Seven or more digits, with separators: phone numbers, and nothing that a log needs. */
const number = /\+?\d(?:[\s().\-/]{0,2}\d){6,}/g
/** Quoted text in a message may be user input. */
const quoted = /"[^"]*"/g
const query = /\?[^\s"'`)]+/g

/** Removes addresses, numbers and the query strings of URLs from a line. */
export function withoutPersonalData(text: string): string {
  return text.replace(email, '…').replace(query, '?…').replace(number, '…')
}

/** Describes an error without its message's data: PostgreSQL quotes the row, and JSON.parse its text. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  const about = {
    type: error.name,
    ...('code' in error && error.code !== undefined ? { code: String(error.code) } : {}),
    message: withoutPersonalData(
      error instanceof pg.DatabaseError || error instanceof SyntaxError
        ? error.message.replace(quoted, '"…"')
        : error.message,
    ),
    ...(stack ? { stack: stack.join('\n') } : {}),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  }
  if (!(error instanceof pg.DatabaseError)) return about
  const { table, column, constraint, routine } = error
  return { ...about, table, column, constraint, routine }
}
