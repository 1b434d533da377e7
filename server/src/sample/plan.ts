import { type StatusType, statusTypeKeys, statusTypeRank } from '@muster/contract/status-types.ts'
import { generateNKeysBetween } from 'fractional-indexing'
import { generateStory } from './application-story.ts'
import { type Calendar, createCalendar } from './calendar.ts'
import { nameGroups, personName } from './people.ts'
import { localNumber, localNumbers, places, spareNumber } from './places.ts'
import { type Demand, type PositionPlan, planDemand } from './positions.ts'
import { createRandom, hashSeed, type Random, weighted } from './random.ts'
import { planStaff, type Staff } from './staff.ts'
import type { Applicant, Story, StoryContext } from './story.ts'

const dayMs = 24 * 3_600_000
const yearMs = 365 * dayMs

/** Separate random streams, so that one more draw in one does not change another. */
export const streams = {
  setup: 1,
  arrival: 2,
  story: 3,
  person: 4,
  ids: 5,
  client: 6,
  fields: 7,
  consents: 8,
} as const

export interface PlannedPosition extends PositionPlan {
  openedAt: number
  closedAt: number | null
  recruiter: number
  hired: number
}

export interface PlannedPerson {
  /** Index of the person's first application. */
  index: number
  given: string
  family: string
  /** How many people of the same name came before. */
  repeat: number
  phone: string | null
  hasEmail: boolean
  place: number
}

export interface Plan {
  seed: number
  calendar: Calendar
  demand: Demand
  staff: Staff
  positions: readonly PlannedPosition[]
  count: number
  /** For measurements: without texts and custom fields. */
  brief: boolean
  /** Returns the story of application `index`, generated again from its seed. */
  story(index: number): Story
  appliedAt(index: number): number
  positionOf(index: number): number
  rank(index: number): string
  /** Returns the person of an application; the same for each of theirs. */
  person(index: number): PlannedPerson
}

export interface PlanRequest {
  seed: number
  /** The date of the sample: only callbacks are later. */
  asOf: number
  timezone: string
  applications: number
  brief: boolean
}

const pickGroup = weighted(nameGroups.map(({ share }, group) => [group, share] as const))

/** Tracks which positions accept applications in each week, so that an arrival gets one by weight. */
function createChooser(positions: readonly PlannedPosition[], calendar: Calendar) {
  const week = yearMs / 52
  const weeks = Array.from({ length: 54 }, (_, number) => {
    const from = calendar.start + number * week
    const to = Math.min(from + week, calendar.asOf)
    let sum = 0
    const indexes: number[] = []
    const sums: number[] = []
    positions.forEach(({ openedAt, closedAt, weight }, index) => {
      if (openedAt > from || (closedAt !== null && closedAt < to)) return
      sum += weight
      indexes.push(index)
      sums.push(sum)
    })
    return { indexes, sums, sum }
  })
  return (at: number, random: Random): number => {
    const { indexes, sums, sum } = weeks[Math.min(Math.floor((at - calendar.start) / week), 53)]!
    const wanted = random.next() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return indexes[low]!
  }
}

function planPositions(demand: Demand, staff: Staff, calendar: Calendar): PlannedPosition[] {
  return demand.positions.map((position, index) => ({
    ...position,
    openedAt: calendar.start + Math.floor(position.opens * yearMs),
    closedAt: position.closes === null ? null : calendar.start + Math.floor(position.closes * yearMs),
    // The administrator has few positions, the recruiters the rest.
    recruiter: staff.recruiters[index % 5 === 4 ? 0 : 1 + (index % (staff.recruiters.length - 1))]!,
    hired: 0,
  }))
}

/**
 * Plans who applies when for what, and generates every story once for what depends on all of them: returning people,
 * ranks in a column, filled openings. It stores numbers only, so a million applications fit in memory; each story is
 * generated again when its rows are written.
 */
export function planSample({ seed, asOf, timezone, applications: count, brief }: PlanRequest): Plan {
  const setup = createRandom(hashSeed(seed, streams.setup))
  const calendar = createCalendar(asOf, timezone)
  const demand = planDemand(count, setup)
  const staff = planStaff(count, setup)
  const positions = planPositions(demand, staff, calendar)
  const context: StoryContext = { calendar, staff, companyNames: demand.companies, brief }
  const choosePosition = createChooser(positions, calendar)

  const appliedAt = new Float64Array(count)
  const positionOf = new Int32Array(count)
  const personOf = new Int32Array(count)
  const group = new Uint8Array(count)
  const groupNumber = new Int32Array(count)
  const placeNumber = new Int32Array(count)
  const spare = new Int32Array(count).fill(-1)
  const column = new Int32Array(count)
  const enteredAt = new Float64Array(count)

  const people = nameGroups.map(() => 0)
  const peopleOfPlace = places.map(() => 0)
  let spares = 0
  const notAgain = new Set<number>()
  const returns = new Map<number, number[]>()
  const heldIn = new Map<number, StatusType>()

  function comeBack(index: number, random: Random): boolean {
    if (index < 20 || !random.chance(0.075)) return false
    const person = personOf[index - 1 - random.int(Math.min(index - 1, 400_000))]!
    const before = returns.get(person) ?? [positionOf[person]!]
    if (notAgain.has(person) || before.includes(positionOf[index]!)) return false
    returns.set(person, [...before, positionOf[index]!])
    personOf[index] = person
    return true
  }

  function addPerson(index: number, random: Random): void {
    const name = pickGroup(random)
    const { place } = positions[positionOf[index]!]!
    personOf[index] = index
    group[index] = name
    groupNumber[index] = people[name]!++
    placeNumber[index] = peopleOfPlace[place]!++
    if (placeNumber[index]! >= localNumbers(place)) spare[index] = spares++
  }

  function person(index: number): PlannedPerson {
    const first = personOf[index]!
    const random = createRandom(hashSeed(seed, streams.person, first))
    const place = positions[positionOf[first]!]!.place
    const hasPhone = random.chance(0.965)
    const phone = spare[first]! >= 0 ? spareNumber(spare[first]!) : localNumber(place, placeNumber[first]!)
    return {
      index: first,
      ...personName(group[first]!, groupNumber[first]!),
      phone: hasPhone ? phone : null,
      hasEmail: !hasPhone || random.chance(0.93),
      place,
    }
  }

  function story(index: number): Story {
    const position = positions[positionOf[index]!]!
    const { given, phone } = person(index)
    const applicant: Applicant = {
      seed: hashSeed(seed, streams.story, index),
      appliedAt: appliedAt[index]!,
      position,
      recruiter: position.recruiter,
      first: given,
      hasPhone: phone !== null,
      returning: personOf[index] !== index,
      heldIn: heldIn.get(index) ?? null,
    }
    return generateStory(context, applicant, position.closedAt)
  }

  function place(index: number): Story {
    const told = story(index)
    column[index] = positionOf[index]! * statusTypeKeys.length + statusTypeRank(told.type)
    enteredAt[index] = told.enteredAt
    if (told.type === 'hired') positions[positionOf[index]!]!.hired += 1
    return told
  }

  // By rank of each type before hired: the last application to reach it whose position is open.
  const lastToReach = new Int32Array(statusTypeRank('hired')).fill(-1)
  for (let index = 0; index < count; index += 1) {
    const random = createRandom(hashSeed(seed, streams.arrival, index))
    appliedAt[index] = calendar.arrival((index + random.next()) / count)
    positionOf[index] = choosePosition(appliedAt[index]!, random)
    if (!comeBack(index, random)) addPerson(index, random)
    const told = place(index)
    if (told.doNotCall) notAgain.add(index)
    const { closedAt } = positions[positionOf[index]!]!
    if (closedAt === null || closedAt > asOf) lastToReach.fill(index, 0, told.reached + 1)
  }
  // Few applications are in the later types at once, and sometimes none: then the last one to get there stays.
  for (const [rank, index] of lastToReach.entries()) {
    if (index < 0 || column.some((number) => number % statusTypeKeys.length === rank)) continue
    if (story(index).type === 'hired') positions[positionOf[index]!]!.hired -= 1
    heldIn.set(index, statusTypeKeys[rank]!)
    place(index)
  }
  // Nearly all are handled in time. A few are forgotten after the first call, so that something is always overdue.
  const qualified = statusTypeRank('qualified')
  let overdue = column.reduce(
    (sum, number, index) =>
      number % statusTypeKeys.length <= qualified && asOf - enteredAt[index]! > 3 * dayMs ? sum + 1 : sum,
    0,
  )
  for (let index = count - 1; index >= 0 && overdue < (3 * count) / 2000; index -= 1) {
    const age = (asOf - appliedAt[index]!) / dayMs
    if (age > 9) break
    const { closedAt } = positions[positionOf[index]!]!
    if (age < 6 || heldIn.has(index) || (closedAt !== null && closedAt <= asOf)) continue
    const told = story(index)
    if (told.type !== 'closed' || told.reached < statusTypeRank('contacted')) continue
    heldIn.set(index, 'contacted')
    if (place(index).type === 'contacted') overdue += 1
  }
  // Whoever applied last may have been called by now, at some hours all of them: the newest wait for their first call.
  const newest: { index: number; isUncalled: boolean }[] = []
  for (let index = count - 1; index >= 0 && asOf - appliedAt[index]! < 2 * dayMs; index -= 1) {
    const { closedAt } = positions[positionOf[index]!]!
    if (heldIn.has(index) || (closedAt !== null && closedAt <= asOf)) continue
    const { type, events } = story(index)
    newest.push({ index, isUncalled: type === 'lead' && events.every(({ kind }) => kind !== 'call') })
  }
  const missing = (8 * count) / 2000 - newest.filter(({ isUncalled }) => isUncalled).length
  for (const { index } of newest.filter(({ isUncalled }) => !isUncalled).slice(0, Math.max(missing, 0))) {
    heldIn.set(index, 'lead')
    place(index)
  }
  const ranks = rankNewestFirst(column, enteredAt)

  return {
    seed,
    calendar,
    demand,
    staff,
    positions,
    count,
    brief,
    story,
    person,
    appliedAt: (index) => appliedAt[index]!,
    positionOf: (index) => positionOf[index]!,
    rank: (index) => ranks[index]!,
  }
}

/** Ranks the applications of a column, the newest on top. */
function rankNewestFirst(column: Int32Array, enteredAt: Float64Array): string[] {
  const order = Int32Array.from(column, (_, index) => index).sort(
    (a, b) => column[a]! - column[b]! || enteredAt[b]! - enteredAt[a]! || b - a,
  )
  const ranks = new Array<string>(column.length)
  for (let start = 0; start < order.length; ) {
    let end = start
    while (end < order.length && column[order[end]!] === column[order[start]!]) end += 1
    const keys = generateNKeysBetween(null, null, end - start)
    for (let at = start; at < end; at += 1) ranks[order[at]!] = keys[at - start]!
    start = end
  }
  return ranks
}
