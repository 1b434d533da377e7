/** How often each value occurs, in tenths. */
export type Histogram = ReadonlyMap<number, number>

/** The median and the 90th percentile; null without values. */
export interface Spread {
  n: number
  median: number | null
  p90: number | null
}

/** Returns a quantile, interpolated between two values as `percentile_cont` does. */
function quantile(values: Int32Array, histogram: Histogram, n: number, fraction: number): number {
  const place = (n - 1) * fraction
  let seen = 0
  let lower: number | null = null
  let upper = 0
  for (const value of values) {
    seen += histogram.get(value)!
    upper = value
    if (lower === null && Math.floor(place) < seen) lower = value
    if (Math.ceil(place) < seen) break
  }
  return lower! + (upper - lower!) * (place - Math.floor(place))
}

/** Rounds to one decimal, halves up. */
const oneDecimal = (tenths: number) => Math.round(tenths + 1e-9) / 10

/** Returns the median and the 90th percentile of values in tenths, to one decimal. */
export function spreadOf(histogram: Histogram): Spread {
  let n = 0
  const present: number[] = []
  for (const [value, many] of histogram)
    if (many > 0) {
      n += many
      present.push(value)
    }
  if (n === 0) return { n, median: null, p90: null }
  // A typed array sorts many times faster than an array with a comparison function.
  const values = Int32Array.from(present).sort()
  return {
    n,
    median: oneDecimal(quantile(values, histogram, n, 0.5)),
    p90: oneDecimal(quantile(values, histogram, n, 0.9)),
  }
}

/** The possible widths of a bar, in days. The narrowest that needs few bars is used. */
const stepsInDays = [1, 2, 5, 7, 14, 30, 60, 90, 180, 365]
const mostBars = 12

/** Returns a histogram with bars of equal width in days, from values in tenths of a day. */
export function distributionOf(histogram: Histogram): { from: number; to: number; count: number }[] {
  if (![...histogram.values()].some((n) => n > 0)) return []
  const longest = Math.max(...[...histogram].map(([tenths, n]) => (n > 0 ? tenths / 10 : 0)), 0)
  const step =
    stepsInDays.find((days) => longest / days < mostBars) ?? Math.ceil(longest / mostBars / 365) * 365
  const bars = Array.from({ length: Math.floor(longest / step) + 1 }, (_, index) => ({
    from: index * step,
    to: (index + 1) * step,
    count: 0,
  }))
  for (const [tenths, n] of histogram) bars[Math.floor(Math.max(tenths, 0) / 10 / step)]!.count += n
  return bars
}

/** Returns a share, to four decimals; null if the whole is 0. */
export function partOf(some: number, all: number): number | null {
  return all === 0 ? null : Math.round((some / all) * 10_000) / 10_000
}
