import { forecastCoverage, longestForecast } from '@muster/contract/goals.ts'
import { add, type Chances, type Group, hiresOf, trimmed } from './hires-distribution.ts'

export interface TimedGroup extends Group {
  /** How many of the hired before them took so many days from the stage to the hire. */
  took: readonly { days: number; n: number }[]
}

function shareWithin(took: TimedGroup['took'], limit: number): number {
  const count = (some: TimedGroup['took']) => some.reduce((sum, { n }) => sum + n, 0)
  const all = count(took)
  return all > 0 ? count(took.filter(({ days }) => days <= limit)) / all : 0
}

/** Returns the chances of the hires of which each has happened by then with a probability. */
function thin({ from, chances }: Chances, probability: number): Chances {
  if (probability >= 1) return { from, chances }
  if (probability <= 0) return { from: 0, chances: [1] }
  const odds = probability / (1 - probability)
  const thinned = new Array<number>(from + chances.length).fill(0)
  for (const [index, chance] of chances.entries()) {
    const count = from + index
    const some = trimmed(count, (k) => Math.log(((count - k) / (k + 1)) * odds))
    for (const [place, share] of some.chances.entries()) thinned[some.from + place]! += chance * share
  }
  return { from: 0, chances: thinned }
}

/**
 * Returns within how many days all that are wanted are hired with a chance of 10%, 50% and 90%; null: not within
 * `longestForecast` days. Those who will be hired take as long as the hired before them did.
 */
export function fillingDays(groups: readonly TimedGroup[], wanted: number) {
  const inTheEnd = groups.map((group) => ({ chances: hiresOf(group), took: group.took }))
  const known = new Map<number, number>()
  function chanceWithin(limit: number): number {
    const stored = known.get(limit)
    if (stored !== undefined) return stored
    const { from, chances } = inTheEnd
      .map(({ chances, took }) => thin(chances, shareWithin(took, limit)))
      .reduce(add, { from: 0, chances: [1] })
    const chance = chances.reduce((sum, each, index) => (from + index >= wanted ? sum + each : sum), 0)
    known.set(limit, chance)
    return chance
  }
  function firstWith(share: number): number | null {
    // Not below it by rounding alone.
    const chance = share - 1e-9
    if (chanceWithin(longestForecast) < chance) return null
    let [before, day] = [-1, longestForecast]
    while (day - before > 1) {
      const middle = Math.floor((before + day) / 2)
      if (chanceWithin(middle) >= chance) day = middle
      else before = middle
    }
    return day
  }
  const tail = (1 - forecastCoverage) / 2
  return { earliest: firstWith(tail), middle: firstWith(0.5), latest: firstWith(1 - tail) }
}
