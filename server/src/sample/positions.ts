import { places } from './places.ts'
import type { Random } from './random.ts'
import { type Trade, trades } from './trades.ts'

const sampleCompanies: readonly string[] = [
  'Norvik Logistics',
  'Halden Freight',
  'Brightmoor Care',
  'Lakeshore Fulfillment',
  'Corvane Support',
  'Tamarack Foods',
  'Ridgeline Transit',
  'Ostrander Packaging',
]

/** A planned position, before anybody applies. */
export interface PositionPlan {
  trade: Trade
  company: number
  place: number
  /** Its share of applications while open. */
  weight: number
  state: 'open' | 'on_hold' | 'closed'
  /** When it opened and, if so, closed, as fractions of the year (0 to 1). */
  opens: number
  closes: number | null
  /** Unfilled openings. */
  left: number
  managed: boolean
  /** The team's own stage names and time limits, where they differ. */
  renamed?: Readonly<Record<string, { name?: string; slaDays?: number }>>
}

const open = { state: 'open', closes: null, managed: false } as const

/**
 * The positions that clients ask for all year, and two that they no longer need. About one or two of the applications that are
 * open on each will be hired: some have no more openings than that, some have.
 */
const currentPositions: readonly PositionPlan[] = [
  {
    ...open,
    trade: trades.warehouse,
    company: 0,
    place: 0,
    weight: 17,
    opens: 0,
    left: 1,
    renamed: { contacted: { slaDays: 2.5 } },
  },
  { ...open, trade: trades.picker, company: 0, place: 0, weight: 11, opens: 0.12, left: 2 },
  { ...open, trade: trades.forklift, company: 0, place: 0, weight: 8, opens: 0.3, left: 1 },
  {
    ...open,
    trade: trades.driver,
    company: 1,
    place: 2,
    weight: 12,
    opens: 0,
    left: 1,
    managed: true,
    renamed: { qualified: { name: 'MVR and CDL checked', slaDays: 5 } },
  },
  { ...open, trade: trades.delivery, company: 1, place: 0, weight: 6, opens: 0.2, state: 'on_hold', left: 3 },
  {
    ...open,
    trade: trades.nurse,
    company: 2,
    place: 1,
    weight: 8,
    opens: 0.05,
    left: 1,
    managed: true,
    renamed: { qualified: { name: 'License verified', slaDays: 4 }, interview: { name: 'Ward visit' } },
  },
  { ...open, trade: trades.care, company: 2, place: 1, weight: 13, opens: 0, left: 4, managed: true },
  {
    ...open,
    trade: trades.packer,
    company: 3,
    place: 1,
    weight: 22,
    opens: 0,
    closes: 0.24,
    state: 'closed',
    left: 0,
  },
  { ...open, trade: trades.callCenter, company: 4, place: 3, weight: 10, opens: 0.35, left: 2 },
  { ...open, trade: trades.production, company: 5, place: 4, weight: 8, opens: 0.15, left: 3 },
  { ...open, trade: trades.busDriver, company: 6, place: 5, weight: 5, opens: 0.5, left: 3 },
  {
    ...open,
    trade: trades.technician,
    company: 7,
    place: 6,
    weight: 5,
    opens: 0.08,
    closes: 0.83,
    state: 'closed',
    left: 0,
  },
]

/** How long a round of hiring takes, as a part of the year: eight weeks. */
const round = 8 / 52

/**
 * Returns a position of this time and the closed ones before it: a client opens one for each round of hiring, so that
 * openings are filled within weeks.
 */
function roundsOf(position: PositionPlan, index: number): PositionPlan[] {
  if (position.state === 'closed') return [position]
  // Not all on one day: between three and seven weeks ago.
  const opens = 1 - (3 + ((index * 3) % 5)) / 52
  const rounds: PositionPlan[] = [{ ...position, opens }]
  for (let closes = opens; closes - round >= position.opens - 0.01; closes -= round)
    rounds.push({ ...position, state: 'closed', opens: Math.max(0, closes - round), closes, left: 0 })
  return rounds
}

/** The positions of the sample: those of this time, then the earlier rounds. */
const samplePositions: readonly PositionPlan[] = (() => {
  const rounds = currentPositions.map(roundsOf)
  return [...rounds.flatMap(([current]) => current!), ...rounds.flatMap(([, ...earlier]) => earlier)]
})()

/** How many applications a position gets before it is full. */
const applicationsPerPosition = 700

const firstParts =
  `Alder Amber Arden Ashford Barrow Bexley Birch Blackwell Calder Camden Carrow Cobalt Cresswell Dalton
Draper Eastwick Elmhurst Fairfax Farrow Garner Glenrock Granby Harrow Hartwell Ironwood Jasper Kestrel Kingsley Lander
Linden Marlow Meridian Northgate Oakridge Pellworth Quarry Redfern Sable Thornton Westmark`.split(/\s+/)
const lastParts =
  `Logistics Freight Care Fulfillment Support Foods Transit Packaging Distribution Health Retail Supply
Cartage Kitchens Plastics Hospitality Hauling Services Clinics Assembly Cold-Storage Parcel Produce Staffing-Group
Textiles Express`.split(/\s+/)

export interface Demand {
  companies: readonly string[]
  positions: readonly PositionPlan[]
}

/** Returns the sample's own companies and positions, or as many invented ones as the number of applications needs. */
export function planDemand(applications: number, random: Random): Demand {
  const count = Math.round(applications / applicationsPerPosition)
  if (count <= samplePositions.length) return { companies: sampleCompanies, positions: samplePositions }
  const companies = [...sampleCompanies]
  const companyCount = Math.min(Math.ceil(count * 0.6), firstParts.length * lastParts.length)
  for (let number = 0; companies.length < companyCount; number += 1) {
    const last = lastParts[Math.floor(number / firstParts.length)]!.replace('-', ' ')
    companies.push(`${firstParts[number % firstParts.length]} ${last}`)
  }
  const kinds = Object.values(trades)
  const positions = [...samplePositions]
  while (positions.length < count) {
    const closed = random.chance(0.25)
    const opens = random.chance(0.2) ? 0 : random.next() * 0.7
    positions.push({
      trade: random.pick(kinds),
      company: random.int(companies.length),
      place: random.int(places.length),
      weight: 3 + random.exponential(7),
      state: closed ? 'closed' : random.chance(0.05) ? 'on_hold' : 'open',
      opens,
      closes: closed ? opens + 0.1 + random.next() * (0.85 - opens) : null,
      left: closed ? 0 : 1 + random.int(9),
      managed: random.chance(0.2),
    })
  }
  return { companies, positions }
}
