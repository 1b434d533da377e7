import { type ExploreAddress, setFilters } from './explore-address.ts'

/** At most as many reports fit on a report dashboard. */
export const maxTiles = 24
/** The columns of the grid of a report dashboard, which are one on a phone. */
export const gridColumns = 3
export const tileHeights = ['small', 'medium', 'large'] as const

/** Filters by what an application may have several of, so that two of them do not add up to one. */
const ofSeveral = ['tag', 'agentId', 'queueId', 'campaignId']

/**
 * Returns the filter that matches what both match; null if there is none. An empty one matches nothing.
 */
function narrowed(name: string, own: readonly string[], all: readonly string[]): string[] | null {
  if (name === 'field') return [...new Set([...own, ...all])]
  const both = own.filter((value) => all.includes(value))
  if (!ofSeveral.includes(name)) return both
  return both.length === Math.min(own.length, all.length) ? both : null
}

/** The address of a tile, or why it has none: the names of the filters that exclude each other. */
type TileAddress<Address> = { address: Address } | { excluded: string[] }

/**
 * Returns the address of a report on a dashboard: the period of the dashboard replaces its own, and the filters of both
 * apply. A report is never widened, so its name stays true.
 */
export function addressOfTile<Address extends ExploreAddress>(
  own: Address,
  all: ExploreAddress,
): TileAddress<Address> {
  const { days, from, to } = all
  const ownFilters = setFilters(own)
  const filters = Object.entries(setFilters(all)).map(([name, values]) => {
    const before = ownFilters[name]
    return [name, before ? narrowed(name, before, values) : values] as const
  })
  const excluded = filters.filter(([, values]) => !values?.length).map(([name]) => name)
  if (excluded.length > 0) return { excluded }
  return {
    address: {
      ...own,
      ...((days || from) && { days, from, to, until: undefined }),
      ...Object.fromEntries(filters),
    },
  }
}
