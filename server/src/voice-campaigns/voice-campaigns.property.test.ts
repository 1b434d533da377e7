import { createApplication } from '@muster/contract/applications.ts'
import { updateCallQueue } from '@muster/contract/call-queues.ts'
import { callingHours, type Span } from '@muster/contract/calling-breaks.ts'
import { createCallingHours, updateCallingHours } from '@muster/contract/calling-hours.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import * as contract from '@muster/contract/voice-campaigns.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialingCodes } from '../calling-hours/dialing-codes.ts'
import { timeZonesOfPhone } from '../calls/local-time.ts'
import { addPosition } from '../testing/add-position.ts'
import {
  type Fate,
  type PhoneNetwork,
  type PlacedCall,
  phoneNetworkKeys,
  startPhoneNetwork,
} from '../testing/phone-network-peer.ts'
import { phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { setRetellAccount, startCampaign } from './fixtures/start-campaign.ts'
import { placeCalls } from './place-calls.ts'

let network: PhoneNetwork
let server: TestServer
let owner: TestUser
let workspaceId: string
/** The rule of the place of `phoneWhere('day')`. */
let ruleHere: string

beforeAll(async () => {
  network = await startPhoneNetwork()
  server = await startTestServer({
    config: { voiceApiUrls: network.urls, voiceSecrets: { retell: phoneNetworkKeys.retell } },
  })
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner')
  await setRetellAccount(server, owner)
  await addRule(phoneWhere('day', true), null)
  ruleHere = await addRule(phoneWhere('day'), { ...callingHours })
})

afterAll(async () => {
  await server?.stop()
  await network?.stop()
})

/** Allows calls to the place of a number in these hours of each day, or never. Returns the ID of the rule. */
async function addRule(phone: string, hours: Span | null): Promise<string> {
  const { rows } = await sql<{ code: string }>`select dialing_code(${phone}) as code`.execute(server.db)
  const { country, states } = dialingCodes().get(rows[0]!.code)!.places[0]!
  const { status, body } = await server.call(createCallingHours, {
    as: owner,
    body: {
      ...{ country, state: states?.[0] ?? null, weekdays: hours, saturday: hours, sunday: hours },
      publicHolidays: true,
    },
  })
  expect(status).toBe(201)
  return body.id
}

const limits = { maxConcurrent: 3, triesPerDay: 2, minutesAfter: { busy: 60 } } as const

type Person = 'callable' | 'night' | 'stricter' | 'no_consent' | 'do_not_call'
type Answering = 'takes' | 'is_busy' | 'refuses' | 'takes_and_fails' | 'takes_and_hangs_up'
/** People get a break, by the hours of the queue or of their place, or lose it. */
type Rest = { do: 'rest'; of: 'queue' | 'place'; begins: number | null }
type Step =
  | { do: 'place'; answers: Answering[] }
  | { do: 'report'; which: number; fate: Fate; repeated: boolean }
  | { do: 'pass' }
  | Rest

const person = fc.constantFrom<Person>(
  'callable',
  'callable',
  'callable',
  'night',
  'stricter',
  'no_consent',
  'do_not_call',
)
const answering = fc.constantFrom<Answering>(
  'takes',
  'takes',
  'takes',
  'is_busy',
  'refuses',
  'takes_and_fails',
  'takes_and_hangs_up',
)
const fate = fc.constantFrom<Fate>('no_answer', 'busy', 'voicemail', 'qualified', 'stop')
/** When a break of an hour begins, in minutes from now. */
const begins = fc.constantFrom(null, -90, -30, 30)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('place' as const), answers: fc.array(answering, { maxLength: 6 }) }),
  fc.record({ do: fc.constant('report' as const), which: fc.nat(20), fate, repeated: fc.boolean() }),
  fc.constant({ do: 'pass' as const }),
  fc.record({
    do: fc.constant('rest' as const),
    of: fc.constantFrom('queue' as const, 'place' as const),
    begins,
  }),
)

async function addPeople(
  people: readonly Person[],
): Promise<{ positionId: string; phones: Map<string, Person> }> {
  const position = await addPosition(server.db, workspaceId)
  const phones = new Map<string, Person>()
  for (const kind of people) {
    const phone = phoneWhere(kind === 'night' ? 'night' : 'day', kind === 'stricter')
    const consent = kind === 'no_consent' ? ('unknown' as const) : ('given' as const)
    const candidate = { name: 'Petra Person', phone, consent }
    const { body } = await server.call(createApplication, {
      as: owner,
      body: { positionId: position.id, candidate },
    })
    if (kind === 'do_not_call')
      await server.call(updateCandidate, {
        as: owner,
        params: { id: body.candidate.id },
        body: { doNotCall: true },
      })
    phones.set(phone, kind)
  }
  return { positionId: position.id, phones }
}

const refusals = {
  takes: null,
  is_busy: { status: 429 },
  refuses: { status: 400 },
  takes_and_fails: { taken: { status: 500 } },
  takes_and_hangs_up: { taken: 'hang_up' as const },
} as const

/** What the phone network knows of a campaign, against which the product is checked. */
interface Known {
  phones: Map<string, Person>
  ringing: Set<PlacedCall>
  ended: Map<PlacedCall, Fate>
  stopped: Set<string>
  /** Whether people are called again in another part of the day only. */
  otherTimeOfDay: boolean
  placedAt: Map<PlacedCall, Date>
  /** Breaks of an hour, in minutes of the day where people are called. */
  breaks: Record<Rest['of'], Span[]>
  /** Whether they were in a break when the calls of a step were chosen. */
  inBreak: boolean
  /** A call that should not have been placed. */
  failure?: unknown
}

/** Returns the minute of the day on the clock of a number. */
function minuteAt(phone: string, at: Date): number {
  const [timeZone] = timeZonesOfPhone(phone)
  const [hour, minute] = at.toLocaleTimeString('sv-SE', { timeZone }).split(':').map(Number)
  return hour! * 60 + minute!
}

function partAt(phone: string, at: Date): string {
  const hour = minuteAt(phone, at) / 60
  return hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
}

function isInBreak({ breaks }: Known): boolean {
  const minute = minuteAt(phoneWhere('day'), new Date())
  return Object.values(breaks)
    .flat()
    .some(({ from, to }) => minute >= from && minute < to)
}

/** Sets the break of a queue or a place, if it is within the hours. A campaign looks for people again. */
async function rest(known: Known, id: string, { of, begins }: Rest): Promise<void> {
  const from = minuteAt(phoneWhere('day'), new Date()) + (begins ?? 0)
  const fits = begins !== null && from > callingHours.from && from + 60 < callingHours.to
  const breaks = fits ? [{ from, to: from + 60 }] : []
  known.breaks[of] = breaks
  const campaign = server.db.selectFrom('voice_campaigns').where('id', '=', id).select('queue_id')
  const { queue_id: queueId } = await campaign.executeTakeFirstOrThrow()
  const day = { ...callingHours, breaks }
  const { status } =
    of === 'queue'
      ? await server.call(updateCallQueue, { as: owner, params: { id: queueId! }, body: { breaks } })
      : await server.call(updateCallingHours, {
          as: owner,
          params: { id: ruleHere },
          body: { weekdays: day, saturday: day, sunday: day },
        })
  expect(status).toBe(200)
  await server.db.updateTable('voice_campaigns').set({ next_at: sql`now()` }).where('id', '=', id).execute()
}

function checkCall(known: Known, call: PlacedCall): void {
  expect(known.phones.get(call.to), 'called although nobody may').toBe('callable')
  expect(known.stopped.has(call.to), 'called after asking not to be').toBe(false)
  expect(
    [...known.ringing].some(({ to }) => to === call.to),
    'called twice at once',
  ).toBe(false)
  for (const [{ to }, fate] of known.ended) {
    if (to !== call.to) continue
    expect(fate, 'called again too early after a busy line').not.toBe('busy')
  }
  expect(known.inBreak && isInBreak(known), 'called in a break').toBe(false)
  if (known.otherTimeOfDay)
    for (const [{ to }, at] of known.placedAt)
      if (to === call.to)
        expect(partAt(to, at), 'called again at the same time of day').not.toBe(partAt(to, new Date()))
  const before = network.calls.filter(({ to }) => to === call.to).length
  expect(before, 'called beyond the tries of a day').toBeLessThan(limits.triesPerDay)
  expect(known.ringing.size, 'more calls at once than the limit').toBeLessThan(limits.maxConcurrent)
}

async function take(known: Known, id: string, each: Step): Promise<void> {
  if (each.do === 'place') {
    const answers = [...each.answers]
    network.refuse = (call) => {
      const how = answers.shift() ?? 'takes'
      if (how === 'takes' || how.startsWith('takes_and')) {
        try {
          checkCall(known, call)
        } catch (error) {
          known.failure ??= error
        }
        known.ringing.add(call)
        known.placedAt.set(call, new Date())
      }
      return refusals[how]
    }
    known.inBreak = isInBreak(known)
    await Promise.all([placeCalls(server.services), placeCalls(server.services)])
  }
  if (each.do === 'report') {
    const call = [...known.ringing][each.which % Math.max(1, known.ringing.size)]
    if (!call) return
    expect(await network.report(server.url, call, each.fate)).toBe(200)
    if (each.repeated) await network.report(server.url, call, each.fate)
    if (each.repeated) await network.report(server.url, call, 'started')
    known.ringing.delete(call)
    known.ended.set(call, each.fate)
    if (each.fate === 'stop') known.stopped.add(call.to)
  }
  if (each.do === 'rest') await rest(known, id, each)
  if (each.do === 'pass') {
    // Claims and delays end; a campaign that paused by itself is resumed.
    await server.db.deleteFrom('call_claims').execute()
    await server.db.updateTable('voice_campaigns').set({ next_at: sql`now()` }).where('id', '=', id).execute()
    await server.call(contract.startVoiceCampaign, { as: owner, params: { id } })
  }
}

describe('a voice campaign', () => {
  it('calls nobody twice at once, against a rule or beyond a limit, and its figures add up, whatever providers do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 6 }),
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.boolean(),
        begins,
        begins,
        async (people, steps, otherTimeOfDay, breakOfQueue, breakOfPlace) => {
          network.calls.length = 0
          const { positionId, phones } = await addPeople(people)
          const id = await startCampaign(server, owner, {
            filters: { positionId },
            ...limits,
            otherTimeOfDay,
          })
          const known: Known = {
            phones,
            ringing: new Set(),
            ended: new Map(),
            stopped: new Set(),
            otherTimeOfDay,
            placedAt: new Map(),
            breaks: { queue: [], place: [] },
            inBreak: false,
          }
          await rest(known, id, { do: 'rest', of: 'queue', begins: breakOfQueue })
          await rest(known, id, { do: 'rest', of: 'place', begins: breakOfPlace })
          for (const each of steps) {
            await take(known, id, each)
            if (known.failure) throw known.failure
          }
          await server.call(contract.endVoiceCampaign, { as: owner, params: { id } })
          const { body } = await server.call(contract.getVoiceCampaign, { as: owner, params: { id } })
          const fates = [...known.ended.values()]
          const answered = fates.filter((each) => each !== 'no_answer' && each !== 'busy').length
          const spoken = fates.filter((each) => each === 'qualified' || each === 'stop').length
          expect(body.total).toMatchObject({
            answered,
            spokenWith: spoken,
            qualified: fates.filter((each) => each === 'qualified').length,
            costs: fates.length > 0 ? [{ minor: 12 * fates.length, currency: 'USD' }] : [],
          })
          expect(body.activeCalls).toBe(known.ringing.size)
        },
      ),
      { numRuns: 12 },
    )
  }, 120_000)
})
