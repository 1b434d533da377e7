import { places } from './places.ts'
import type { Random } from './random.ts'

/** A kind of work, with what people say about it. */
export interface Trade {
  title: string
  tags: readonly string[]
  shifts: readonly string[]
  /** What decides whether somebody fits. */
  requirements: readonly string[]
  pay: string
  formerTitles: readonly string[]
}

const trades = {
  warehouse: {
    title: 'Warehouse associate',
    tags: ['night shift', 'weekends', 'steel-toe boots', 'own car', 'scanner experience'],
    shifts: ['22:00 shift', 'early shift', 'weekend shift', 'second shift'],
    requirements: ['lifting 50 lb', 'a year in a warehouse', 'an RF scanner', 'getting to the site by 6:00'],
    pay: '$19.50 an hour',
    formerTitles: ['Package handler', 'Stocker', 'Warehouse worker', 'Line cook', 'Mover'],
  },
  picker: {
    title: 'Picker',
    tags: ['weekends', 'night shift', 'voice picking', 'own car', 'part time'],
    shifts: ['morning shift', 'evening shift', 'weekend shift'],
    requirements: ['voice picking', 'ten hours on their feet', 'the pick rate', 'weekend work'],
    pay: '$18.25 an hour',
    formerTitles: ['Order picker', 'Cashier', 'Shelf stocker', 'Packer'],
  },
  forklift: {
    title: 'Forklift operator',
    tags: ['forklift certified', 'reach truck', 'night shift', 'overtime'],
    shifts: ['night shift', 'early shift', 'second shift'],
    requirements: ['the forklift certificate', 'reach truck hours', 'a clean safety record'],
    pay: '$23 an hour',
    formerTitles: ['Forklift driver', 'Reach truck operator', 'Material handler'],
  },
  driver: {
    title: 'CDL-A driver',
    tags: ['CDL-A', 'hazmat', 'home weekly', 'tanker', 'team driving'],
    shifts: ['regional route', 'home-weekly run', 'night line haul'],
    requirements: ['the CDL-A', 'a clean MVR', 'two years over the road', 'the DOT medical card'],
    pay: '$0.62 a mile',
    formerTitles: ['Truck driver', 'Owner operator', 'Line haul driver', 'Regional driver'],
  },
  delivery: {
    title: 'Local delivery driver',
    tags: ['own car', 'weekends', 'clean MVR', 'part time'],
    shifts: ['morning route', 'afternoon route', 'Saturday route'],
    requirements: ['a clean MVR', 'the route test', 'liftgate work'],
    pay: '$21 an hour',
    formerTitles: ['Courier', 'Delivery driver', 'Rideshare driver'],
  },
  nurse: {
    title: 'Night nurse',
    tags: ['RN', 'LPN', 'night shift', 'BLS', 'compact license'],
    shifts: ['three twelves', 'weekend nights', '19:00 to 7:00'],
    requirements: ['the RN license', 'BLS', 'two years at the bedside', 'the compact license'],
    pay: '$46 an hour',
    formerTitles: ['Registered nurse', 'LPN', 'Staff nurse', 'Charge nurse'],
  },
  care: {
    title: 'Care assistant',
    tags: ['CNA', 'live-in', 'weekends', 'bilingual', 'own car'],
    shifts: ['morning visits', 'live-in weeks', 'evening visits'],
    requirements: ['the CNA certificate', 'the background check', 'driving between visits'],
    pay: '$18 an hour',
    formerTitles: ['Home health aide', 'CNA', 'Caregiver', 'Nanny'],
  },
  packer: {
    title: 'Packer, seasonal',
    tags: ['seasonal', 'part time', 'weekends', 'student'],
    shifts: ['four tens', 'evening shift', 'weekend shift'],
    requirements: ['the whole season', 'standing all shift', 'mandatory overtime in December'],
    pay: '$17.75 an hour',
    formerTitles: ['Packer', 'Retail associate', 'Student', 'Barista'],
  },
  callCenter: {
    title: 'Call center agent, bilingual',
    tags: ['bilingual', 'remote', 'evenings', 'Spanish'],
    shifts: ['evening block', 'split shift', '9 to 6'],
    requirements: ['Spanish at work level', 'a quiet room and wired internet', 'the typing test'],
    pay: '$18.50 an hour',
    formerTitles: ['Customer service rep', 'Front desk agent', 'Telemarketer', 'Teller'],
  },
  production: {
    title: 'Production operator',
    tags: ['food safety', 'night shift', 'overtime', 'twelve-hour shifts'],
    shifts: ['2-2-3 rotation', 'night rotation', 'day rotation'],
    requirements: ['food safety training', 'work in the cold room', 'twelve-hour shifts'],
    pay: '$20.75 an hour',
    formerTitles: ['Machine operator', 'Line operator', 'Assembler', 'Butcher'],
  },
  busDriver: {
    title: 'School bus driver',
    tags: ['CDL-B', 'passenger endorsement', 'part time', 'split shift'],
    shifts: ['morning and afternoon runs', 'field trips', 'the early run'],
    requirements: ['the CDL-B', 'the passenger endorsement', 'fingerprinting'],
    pay: '$24 an hour',
    formerTitles: ['Bus driver', 'Shuttle driver', 'Paraprofessional'],
  },
  technician: {
    title: 'Maintenance technician',
    tags: ['PLC', 'hydraulics', 'on call', 'second shift'],
    shifts: ['second shift', 'weekend on call', 'night shift'],
    requirements: ['PLC troubleshooting', 'three years in a plant', 'the electrical test'],
    pay: '$31 an hour',
    formerTitles: ['Mechanic', 'Electrician', 'Industrial technician', 'HVAC technician'],
  },
} as const satisfies Record<string, Trade>

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

/** A position as it is planned, before anybody applies. */
export interface PositionPlan {
  trade: Trade
  company: number
  place: number
  /** How much of the applications it gets while open. */
  weight: number
  state: 'open' | 'on_hold' | 'closed'
  /** Part of the year, 0 to 1, when it opened and, if so, closed. */
  opens: number
  closes: number | null
  /** Openings left beside those filled. */
  left: number
  managed: boolean
  /** What its team calls a stage, and how long it may take there, where that differs. */
  renamed?: Readonly<Record<string, { name?: string; slaDays?: number }>>
}

const open = { state: 'open', closes: null, managed: false } as const

/** The twelve positions of the sample. */
const samplePositions: readonly PositionPlan[] = [
  {
    ...open,
    trade: trades.warehouse,
    company: 0,
    place: 0,
    weight: 17,
    opens: 0,
    left: 6,
    renamed: { contacted: { slaDays: 1 } },
  },
  { ...open, trade: trades.picker, company: 0, place: 0, weight: 11, opens: 0.12, left: 5 },
  { ...open, trade: trades.forklift, company: 0, place: 0, weight: 8, opens: 0.3, left: 2 },
  {
    ...open,
    trade: trades.driver,
    company: 1,
    place: 2,
    weight: 12,
    opens: 0,
    left: 7,
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
    left: 4,
    managed: true,
    renamed: { qualified: { name: 'License verified', slaDays: 4 }, interview: { name: 'Ward visit' } },
  },
  { ...open, trade: trades.care, company: 2, place: 1, weight: 13, opens: 0, left: 8, managed: true },
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
  { ...open, trade: trades.callCenter, company: 4, place: 3, weight: 10, opens: 0.35, left: 4 },
  { ...open, trade: trades.production, company: 5, place: 4, weight: 8, opens: 0.15, left: 3 },
  { ...open, trade: trades.busDriver, company: 6, place: 5, weight: 5, opens: 0.5, left: 5 },
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

/** What a busy desk handles in one position before it is full. */
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

/** The sample's own companies and positions, or as many invented ones as so many applications need. */
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
