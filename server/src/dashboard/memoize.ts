/**
 * Memoizes a function of rows by the identity of their array. The array that `read-totals.ts` caches stays the same until
 * the daily totals change. Callers share the result, so it must not be changed.
 */
export function memoize<Row, Result>(
  compute: (rows: readonly Row[]) => Result,
): (rows: readonly Row[]) => Result {
  const results = new WeakMap<readonly Row[], { result: Result }>()
  return (rows) => {
    let found = results.get(rows)
    if (!found) {
      found = { result: compute(rows) }
      results.set(rows, found)
    }
    return found.result
  }
}
