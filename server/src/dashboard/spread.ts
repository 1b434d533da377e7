/** How often each value, in tenths, was there. */
export type Histogram = ReadonlyMap<number, number>

/** The value below which a part of all is; between two of them it lies in proportion, as `percentile_cont` has it. */
function quantile(sorted: readonly (readonly [number, number])[], n: number, fraction: number): number {
  const place = (n - 1) * fraction
  const at = (index: number) => {
    let seen = 0
    for (const [value, many] of sorted) {
      seen += many
      if (index < seen) return value
    }
    return sorted.at(-1)![0]
  }
  const lower = at(Math.floor(place))
  const upper = at(Math.ceil(place))
  return lower + (upper - lower) * (place - Math.floor(place))
}

/** To one decimal, halves up. */
const oneDecimal = (tenths: number) => Math.round(tenths + 1e-9) / 10

/** Median and 90th percentile of values in tenths, to one decimal. */
export function spreadOf(histogram: Histogram) {
  const sorted = [...histogram].filter(([, many]) => many > 0).sort(([one], [other]) => one - other)
  const n = sorted.reduce((sum, [, many]) => sum + many, 0)
  if (n === 0) return { n, median: null, p90: null }
  return {
    n,
    median: oneDecimal(quantile(sorted, n, 0.5)),
    p90: oneDecimal(quantile(sorted, n, 0.9)),
  }
}

/** A part of a whole, to four decimals; null of nothing. */
export function partOf(some: number, all: number): number | null {
  return all === 0 ? null : Math.round((some / all) * 10_000) / 10_000
}
