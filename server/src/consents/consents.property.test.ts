import { createAgent } from '@muster/contract/agents.ts'
import { createApplication } from '@muster/contract/applications.ts'
import * as queues from '@muster/contract/call-queues.ts'
import * as merges from '@muster/contract/candidate-merges.ts'
import { getCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import { type consentActions, type consentChannels, recordConsent } from '@muster/contract/consents.ts'
import { undoImport } from '@muster/contract/import-undo.ts'
import * as campaigns from '@muster/contract/voice-campaigns.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importContent } from '../imports/fixtures/import-kit.ts'
import { runUndo } from '../imports/undo/run-undo.ts'
import { addPosition } from '../testing/add-position.ts'
import { type PhoneNetwork, phoneNetworkKeys, startPhoneNetwork } from '../testing/phone-network-peer.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { placeCalls } from '../voice-campaigns/place-calls.ts'

let network: PhoneNetwork
let server: TestServer
let owner: TestUser
let workspaceId: string
let number = 0
let allCalls = 0

beforeAll(async () => {
  network = await startPhoneNetwork()
  server = await startTestServer({
    config: { voiceApiUrls: network.urls, voiceSecrets: { retell: phoneNetworkKeys.retell } },
  })
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner')
  await server.call(campaigns.setVoiceAccount, {
    as: owner,
    params: { provider: 'retell' },
    body: { apiKey: phoneNetworkKeys.retell },
  })
})

afterAll(async () => {
  await server?.stop()
  await network?.stop()
})

type Channel = (typeof consentChannels)[number]
type Action = (typeof consentActions)[number]

const people = 2
const who = fc.nat(people - 1)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('record' as const),
      who,
      channel: fc.constantFrom<Channel>('any', 'any', 'calls', 'calls', 'voice_agent_call', 'email'),
      action: fc.constantFrom<Action>('given', 'revoked', 'revoked', 'cleared'),
      daysAgo: fc.constantFrom(0, 0, 0, 1, 2),
    }),
  },
  fc.record({
    do: fc.constant('edit' as const),
    who,
    consent: fc.constantFrom('unknown', 'given', 'withdrawn'),
    doNotCall: fc.boolean(),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      who,
      consent: fc.constantFrom('', 'given', 'withdrawn'),
      doNotCall: fc.constantFrom('', 'yes', 'no'),
      policy: fc.constantFrom('fill_blanks', 'overwrite'),
    }),
  },
  fc.record({ do: fc.constant('undo' as const), which: fc.nat(5) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), who, with: who }) },
  fc.record({ do: fc.constant('unmerge' as const) }),
)

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/** What a user revoked and has not lifted since. `mergeId` marks what a merge brought from somebody else. */
interface Revocation {
  channel: Channel
  at: number
  mergeId: string | null
}

interface Member {
  id: string
  email: string
  phone: string
  mergedInto: Member | null
  revoked: Revocation[]
}

interface Merge {
  id: string
  survivor: Member
  merged: Member
  /** What the survivor had when it happened. */
  before: readonly Revocation[]
}

interface Known {
  members: Member[]
  imports: string[]
  merges: Merge[]
}

function apply({ revoked, ...member }: Member, channel: Channel, action: Action, at: number): Member {
  if (action === 'revoked') return { ...member, revoked: [...revoked, { channel, at, mergeId: null }] }
  const latest = Math.max(...revoked.filter((one) => one.channel === channel).map((one) => one.at))
  return { ...member, revoked: revoked.filter((one) => one.channel !== channel || at < latest) }
}

const get = async ({ id }: Member) => (await server.call(getCandidate, { as: owner, params: { id } })).body

async function take(known: Known, each: Step): Promise<void> {
  const note = (member: Member, channel: Channel, action: Action, at: number) => {
    member.revoked = apply(member, channel, action, at).revoked
  }
  switch (each.do) {
    case 'record': {
      const member = known.members[each.who]!
      if (member.mergedInto) return
      const at = Date.now() - each.daysAgo * 86_400_000
      const { status } = await server.call(recordConsent, {
        as: owner,
        params: { id: member.id },
        body: { channel: each.channel, action: each.action, at: new Date(at).toISOString() },
      })
      expect(status).toBe(201)
      return note(member, each.channel, each.action, at)
    }
    case 'edit': {
      const member = known.members[each.who]!
      if (member.mergedInto) return
      const before = await get(member)
      const consent = each.consent as typeof before.consent
      const { status } = await server.call(updateCandidate, {
        as: owner,
        params: { id: member.id },
        body: { consent, doNotCall: each.doNotCall },
      })
      expect(status).toBe(200)
      const actions = { unknown: 'cleared', given: 'given', withdrawn: 'revoked' } as const
      if (before.consent !== consent) note(member, 'any', actions[consent], Date.now())
      if (before.doNotCall !== each.doNotCall)
        note(member, 'calls', each.doNotCall ? 'revoked' : 'cleared', Date.now())
      return
    }
    case 'import': {
      const { email } = known.members[each.who]!
      const content = `Name,Email,Consent,Do not call\nPetra Person,${email},${each.consent},${each.doNotCall}\n`
      const settings = { policy: each.policy as 'overwrite' }
      const { id, state } = await importContent(server, owner, content, settings)
      expect(state).toBe('completed')
      known.imports.push(id)
      return
    }
    case 'undo': {
      const [importId] = known.imports.splice(each.which % Math.max(1, known.imports.length), 1)
      if (!importId) return
      const asked = await server.call(undoImport, { as: owner, params: { id: importId } })
      if (asked.status === 202) await runUndo(server.services, { workspaceId, importId })
      return
    }
    case 'merge': {
      const [survivor, merged] = [known.members[each.who]!, known.members[each.with]!]
      if (survivor === merged || survivor.mergedInto || merged.mergedInto) return
      const [{ version }, { version: mergedVersion }] = [await get(survivor), await get(merged)]
      const { status, body } = await server.call(merges.mergeCandidates, {
        as: owner,
        params: { id: survivor.id },
        body: { mergedId: merged.id, version, mergedVersion },
      })
      expect(status).toBe(200)
      known.merges.push({ id: body.merge.id, survivor, merged, before: survivor.revoked })
      merged.mergedInto = survivor
      const missing = merged.revoked.filter(
        ({ channel }) => !survivor.revoked.some((one) => one.channel === channel),
      )
      survivor.revoked = [...survivor.revoked, ...missing.map((one) => ({ ...one, mergeId: body.merge.id }))]
      return
    }
    case 'unmerge': {
      const last = known.merges.pop()
      if (!last) return
      const { survivor, merged, before } = last
      const { status } = await server.call(merges.unmergeCandidates, {
        as: owner,
        params: { id: survivor.id, mergeId: last.id },
      })
      expect(status).toBe(200)
      merged.mergedInto = null
      const since = survivor.revoked.filter((one) => one.mergeId === null && !before.includes(one))
      merged.revoked = [...merged.revoked, ...since]
      survivor.revoked = survivor.revoked.filter((one) => one.mergeId !== last.id)
    }
  }
}

/** Plays the entries of a person one after another: the same rule as the database's, said in another way. */
async function fold(member: Member) {
  const entries = await server.db
    .selectFrom('consent_entries')
    .where('candidate_id', '=', member.id)
    .where('purpose', '=', 'recruiting')
    .orderBy('place')
    .select(['channel', 'action', 'happened_at'])
    .execute()
  const states = new Map<string, { action: string; revokedAt: string | null }>()
  for (const { channel, action, happened_at: at } of entries) {
    const { revokedAt } = states.get(channel) ?? { revokedAt: null }
    if (action === 'revoked')
      states.set(channel, { action, revokedAt: revokedAt && revokedAt > at ? revokedAt : at })
    else if (revokedAt === null || at >= revokedAt) states.set(channel, { action, revokedAt: null })
  }
  const having = (action: string) =>
    [...states].filter(([, state]) => state.action === action).map(([channel]) => channel)
  const revoked = having('revoked')
  return {
    consent: revoked.includes('any') ? 'withdrawn' : having('given').includes('any') ? 'given' : 'unknown',
    do_not_call: revoked.includes('calls'),
    given_channels: having('given')
      .filter((channel) => channel !== 'any')
      .sort(),
    revoked_channels: revoked.filter((channel) => channel !== 'any' && channel !== 'calls').sort(),
  }
}

async function check(member: Member): Promise<void> {
  const row = await server.db
    .selectFrom('candidates')
    .where('id', '=', member.id)
    .select(['consent', 'do_not_call', 'given_channels', 'revoked_channels'])
    .executeTakeFirstOrThrow()
  expect(row, 'the state of the entries').toEqual(await fold(member))
  const revoked = [
    ...row.revoked_channels,
    ...(row.do_not_call ? ['calls'] : []),
    ...(row.consent === 'withdrawn' ? ['any'] : []),
  ]
  if (!member.mergedInto)
    expect(revoked, 'what users revoked').toEqual(
      expect.arrayContaining(member.revoked.map(({ channel }) => channel)),
    )
}

async function addMembers(positionId: string): Promise<Member[]> {
  return Promise.all(
    Array.from({ length: people }, async () => {
      number += 1
      const email = `person-${number}@example.com`
      const phone = phoneWhere('day')
      const { body } = await server.call(createApplication, {
        as: owner,
        body: { positionId, candidate: { name: 'Petra Person', email, phone } },
      })
      return { id: body.candidate.id, email, phone, mergedInto: null, revoked: [] }
    }),
  )
}

async function startCampaign(positionId: string): Promise<void> {
  number += 1
  const agent = await server.call(createAgent, {
    as: owner,
    body: {
      name: `Nova ${number}`,
      kind: 'voice',
      provider: 'retell',
      providerAgentId: `agent-${number}`,
      phone: `+4930901830${String(number).padStart(3, '0')}`,
      capacity: 20,
    },
  })
  const queue = await server.call(queues.createCallQueue, {
    as: owner,
    body: {
      name: `Queue ${number}`,
      filters: { positionId },
      ...longestHours,
    },
  })
  const { body } = await server.call(campaigns.createVoiceCampaign, {
    as: owner,
    body: {
      name: `Campaign ${number}`,
      queueId: queue.body.id,
      agentId: agent.body.id,
      onlyWithConsent: false,
    },
  })
  const started = await server.call(campaigns.startVoiceCampaign, { as: owner, params: { id: body.id } })
  expect(started.status).toBe(200)
  await placeCalls(server.services)
  await server.call(campaigns.endVoiceCampaign, { as: owner, params: { id: body.id } })
}

it('a consent is what its entries say, keeps what users revoked, and nobody who revoked it is called', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      network.calls.length = 0
      const position = await addPosition(server.db, workspaceId)
      const known: Known = { members: await addMembers(position.id), imports: [], merges: [] }
      for (const each of steps) {
        await take(known, each)
        for (const member of known.members) await check(member)
      }
      await startCampaign(position.id)
      const refusing = known.members.filter(
        ({ mergedInto, revoked }) =>
          !mergedInto &&
          revoked.some(({ channel }) => ['any', 'calls', 'voice_agent_call'].includes(channel)),
      )
      const called = network.calls.map(({ to }) => to)
      allCalls += called.length
      expect(called.filter((to) => refusing.some(({ phone }) => phone === to))).toEqual([])
    }),
    { numRuns: 30 },
  )
  expect(allCalls, 'calls of all runs').toBeGreaterThan(0)
}, 180_000)
