/**
 * Works something out of rows once for as long as they are the same array, as what was read of sums is until they change
 * (`read-sums.ts`). What comes out is shared by everybody who asks, so nobody may change it.
 */
export function workOutOnce<Row, Result>(
  work: (rows: readonly Row[]) => Result,
): (rows: readonly Row[]) => Result {
  const known = new WeakMap<readonly Row[], { result: Result }>()
  return (rows) => {
    let found = known.get(rows)
    if (!found) {
      found = { result: work(rows) }
      known.set(rows, found)
    }
    return found.result
  }
}
