import { forecastCoverage } from '@muster/contract/goals.ts'

/** Some who can still be hired, and what became of those before them. */
export interface Group {
  count: number
  /** The decided ones before them, and how many of these were hired. */
  n: number
  hired: number
}

/** What is less likely than this at the ends of a distribution is left out. */
const negligible = 1e-12

/** Chances by number, from `from` on. */
export interface Chances {
  from: number
  chances: number[]
}

/** Adds up a logarithm by a recurrence, from the most likely number outwards, and normalizes. */
export function trimmed(count: number, logOfStep: (k: number) => number): Chances {
  const logs = [0]
  for (let k = 0; k < count; k += 1) logs.push(logs[k]! + logOfStep(k))
  const most = logs.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
  const weights = logs.map((log) => Math.exp(log - most))
  const sum = weights.reduce((one, other) => one + other, 0)
  const from = weights.findIndex((weight) => weight / sum > negligible)
  const to = weights.findLastIndex((weight) => weight / sum > negligible)
  return { from, chances: weights.slice(from, to + 1).map((weight) => weight / sum) }
}

/**
 * Returns the chances of the number hired in a group: beta-binomial, since the share is known only from `n` before them. The prior is
 * Beta(½, ½).
 */
export function hiresOf({ count, n, hired }: Group): Chances {
  const [a, b] = [hired + 0.5, n - hired + 0.5]
  return trimmed(count, (k) => Math.log(((count - k) * (a + k)) / ((k + 1) * (count - k - 1 + b))))
}

export function add(one: Chances, other: Chances): Chances {
  const chances = new Array<number>(one.chances.length + other.chances.length - 1).fill(0)
  one.chances.forEach((chance, index) => {
    other.chances.forEach((also, place) => {
      chances[index + place]! += chance * also
    })
  })
  return { from: one.from + other.from, chances }
}

/** Returns the range that has at least 80% of the outcomes, a tenth at most on each side, and the chance of at least `wanted` hires. */
export function forecastHires(groups: readonly Group[], wanted: number) {
  const none: Chances = { from: 0, chances: [1] }
  const { from, chances } = groups.map(hiresOf).reduce(add, none)
  const tail = (1 - forecastCoverage) / 2
  const upTo: number[] = []
  for (const chance of chances) upTo.push((upTo.at(-1) ?? 0) + chance)
  const firstWith = (share: number) => {
    const place = upTo.findIndex((sum) => sum >= share)
    return from + (place < 0 ? chances.length - 1 : place)
  }
  const enough = chances.reduce((sum, chance, index) => (from + index >= wanted ? sum + chance : sum), 0)
  return { low: firstWith(tail), high: firstWith(1 - tail), chance: Math.min(1, enough) }
}
