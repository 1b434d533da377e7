/**
 * Returns the columns that an update sets. Missing fields stay as they are, and null clears. `columns` maps fields to
 * columns.
 */
export function changedColumns<Fields extends object, const Columns extends { [F in keyof Fields]?: string }>(
  fields: Fields,
  columns: Columns,
): { [F in keyof Columns & keyof Fields as Columns[F] & string]?: Exclude<Fields[F], undefined> } {
  const changed: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(columns)) {
    const value = fields[field as keyof Fields]
    if (value !== undefined) changed[column as string] = value
  }
  return changed as ReturnType<typeof changedColumns<Fields, Columns>>
}
