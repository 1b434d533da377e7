/** How often each value, in whole tenths, was there. */
export type Histogram = ReadonlyMap<number, number>

/** What half and nine tenths of all values are at most; null of none. */
export interface Spread {
  n: number
  median: number | null
  p90: number | null
}

/** The value below which a part of all is; between two of them it lies in proportion, as `percentile_cont` has it. */
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

/** To one decimal, halves up. */
const oneDecimal = (tenths: number) => Math.round(tenths + 1e-9) / 10

/** Median and 90th percentile of values in tenths, to one decimal. */
export function spreadOf(histogram: Histogram): Spread {
  let n = 0
  const present: number[] = []
  for (const [value, many] of histogram)
    if (many > 0) {
      n += many
      present.push(value)
    }
  if (n === 0) return { n, median: null, p90: null }
  // Numbers of a kind are put in order many times as fast as anything that must be compared by a function.
  const values = Int32Array.from(present).sort()
  return {
    n,
    median: oneDecimal(quantile(values, histogram, n, 0.5)),
    p90: oneDecimal(quantile(values, histogram, n, 0.9)),
  }
}

/** The steps of a distribution in days, the shortest of which that needs few bars is taken. */
const stepsInDays = [1, 2, 5, 7, 14, 30, 60, 90, 180, 365]
const mostBars = 12

/** How many values, in tenths of a day, are in each of equal steps of days up to the longest. */
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

/** A part of a whole, to four decimals; null of nothing. */
export function partOf(some: number, all: number): number | null {
  return all === 0 ? null : Math.round((some / all) * 10_000) / 10_000
}
