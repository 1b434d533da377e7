/** A text without what PostgreSQL cannot hold: NUL and halves of characters, which workbooks can spell out. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** A value as JSON that PostgreSQL takes. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner))
}
