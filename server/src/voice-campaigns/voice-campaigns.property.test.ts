import { createApplication } from '@muster/contract/applications.ts'
import { createCallingHours } from '@muster/contract/calling-hours.ts'
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

beforeAll(async () => {
  network = await startPhoneNetwork()
  server = await startTestServer({
    config: { voiceApiUrls: network.urls, voiceSecrets: { retell: phoneNetworkKeys.retell } },
  })
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner')
  await setRetellAccount(server, owner)
  await closeElsewhere()
})

afterAll(async () => {
  await server?.stop()
  await network?.stop()
})

/** Forbids all calls to the place of `phoneWhere('day', true)`. */
async function closeElsewhere() {
  const { rows } = await sql<{
    code: string
  }>`select dialing_code(${phoneWhere('day', true)}) as code`.execute(server.db)
  const { country, states } = dialingCodes().get(rows[0]!.code)!.places[0]!
  const { status } = await server.call(createCallingHours, {
    as: owner,
    body: {
      ...{ country, state: states?.[0] ?? null, weekdays: null, saturday: null, sunday: null },
      publicHolidays: true,
    },
  })
  expect(status).toBe(201)
}

const limits = { maxConcurrent: 3, triesPerDay: 2, minutesAfter: { busy: 60 } } as const

type Person = 'callable' | 'night' | 'stricter' | 'no_consent' | 'do_not_call'
type Answering = 'takes' | 'is_busy' | 'refuses' | 'takes_and_fails' | 'takes_and_hangs_up'
type Step =
  | { do: 'place'; answers: Answering[] }
  | { do: 'report'; which: number; fate: Fate; repeated: boolean }
  | { do: 'pass' }

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
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('place' as const), answers: fc.array(answering, { maxLength: 6 }) }),
  fc.record({ do: fc.constant('report' as const), which: fc.nat(20), fate, repeated: fc.boolean() }),
  fc.constant({ do: 'pass' as const }),
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
  /** A call that should not have been placed. */
  failure?: unknown
}

function partAt(phone: string, at: Date): string {
  const [timeZone] = timeZonesOfPhone(phone)
  const hour = Number(at.toLocaleTimeString('sv-SE', { timeZone }).slice(0, 2))
  return hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
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
        async (people, steps, otherTimeOfDay) => {
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
          }
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
