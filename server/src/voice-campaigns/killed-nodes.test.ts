import { setTimeout as sleep } from 'node:timers/promises'
import { createApplication } from '@muster/contract/applications.ts'
import { countCallQueue } from '@muster/contract/call-queues.ts'
import { getVoiceCampaign } from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestCall } from '../agents/agent-load.ts'
import { createNodeProcess, type NodeProcess } from '../auditor/node-process.ts'
import { createRandom, hashSeed } from '../sample/random.ts'
import { addPosition } from '../testing/add-position.ts'
import { endConnections } from '../testing/end-connections.ts'
import { freePort } from '../testing/free-port.ts'
import {
  type Fate,
  type PhoneNetwork,
  type PlacedCall,
  phoneNetworkKeys,
  startPhoneNetwork,
} from '../testing/phone-network-peer.ts'
import { phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { endLostCalls } from './end-lost-calls.ts'
import { setRetellAccount, startCampaign } from './fixtures/start-campaign.ts'

/** Decides the faults and what becomes of each call. Set CALLS_SEED to repeat a failure. */
const seed = Number(process.env.CALLS_SEED ?? Date.now() % 1_000_000)
const people = 24
const faults = 5
const limits = { maxConcurrent: 8, triesPerDay: 2, minutesAfter: { busy: 60 } } as const
const fates: readonly Fate[] = ['no_answer', 'busy', 'voicemail', 'qualified', 'stop']

let server: TestServer
let network: PhoneNetwork
let owner: TestUser
const nodes: NodeProcess[] = []

beforeAll(async () => {
  network = await startPhoneNetwork()
  server = await startTestServer()
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  await setRetellAccount(server, owner)
  const settings = {
    MUSTER_DATA_DIR: server.services.config.dataDir,
    MUSTER_RETELL_API_URL: network.urls.retell,
    RETELL_API_KEY: phoneNetworkKeys.retell,
  }
  for (let node = 0; node < 2; node += 1)
    nodes.push(await createNodeProcess(await freePort(), server.connectionString, settings))
  await Promise.all(nodes.map((node) => node.start()))
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await server?.stop()
  await network?.stop()
})

/** What the phone network sees. */
interface Seen {
  ringing: Set<PlacedCall>
  /** What was reported and taken by a node. */
  reported: Map<PlacedCall, Fate>
  wrong: string[]
}

function checkCall({ ringing, reported, wrong }: Seen, call: PlacedCall): void {
  if (ringing.size >= limits.maxConcurrent) wrong.push('more calls at once than the limit')
  if ([...ringing].some(({ to }) => to === call.to)) wrong.push(`${call.to} was called twice at once`)
  const before = network.calls.filter(({ to }) => to === call.to)
  if (before.length >= limits.triesPerDay) wrong.push(`${call.to} was called beyond the tries of a day`)
  for (const earlier of before)
    if (['busy', 'qualified', 'stop'].includes(reported.get(earlier) ?? ''))
      wrong.push(`${call.to} was called again after ${reported.get(earlier)}`)
}

/** Reports a call until a node takes it, as providers do; some reports come twice or before the call has started. */
async function report(seen: Seen, call: PlacedCall, of: number): Promise<void> {
  const random = createRandom(hashSeed(seed, 2, of))
  const fate = random.pick(fates)
  const events: ('started' | Fate)[] = [fate]
  if (random.int(2) > 0) events.unshift('started')
  if (random.int(4) === 0) events.push(fate, 'started')
  await sleep(100 + random.int(500))
  seen.ringing.delete(call)
  for (const event of events)
    for (let attempt = 0; ; attempt += 1) {
      const { url } = nodes[attempt % nodes.length]!
      if ((await network.report(url, call, event).catch(() => 0)) === 200) break
      await sleep(100)
    }
  seen.reported.set(call, fate)
}

/** One fault after another, while calls are placed and reported. */
async function disturb(): Promise<void> {
  const random = createRandom(hashSeed(seed, 1))
  const kinds = [
    async (node: NodeProcess) => {
      await node.kill()
      await node.start()
    },
    async (node: NodeProcess) => node.proxy.cut(),
    () => endConnections(server.connectionString),
  ]
  for (let fault = 0; fault < faults; fault += 1) {
    await sleep(100 + random.int(700))
    // The first ones are kills, so that each run has some.
    await (fault < 2 ? kinds[0]! : random.pick(kinds))(random.pick(nodes))
  }
}

/** Lets the time pass after which calls that a killed node had only stored, or not reported on, are lost. */
async function loseUnplaced(): Promise<void> {
  const placed = network.calls.map(({ metadata }) => metadata.muster_call_id!)
  // A younger one may be on its way.
  await sql`
    update calls set started_at = started_at - ${longestCall}
    where id <> all(${placed}::uuid[]) and started_at < now() - interval '10 seconds'
  `.execute(server.db)
  await endLostCalls(server.services)
}

describe('a voice campaign on two nodes', () => {
  it('calls nobody twice at once, beyond a limit or after a refusal, and loses nobody, while nodes are killed and connections cut', async () => {
    const seen: Seen = { ringing: new Set(), reported: new Map(), wrong: [] }
    const reports: Promise<void>[] = []
    network.refuse = (call) => {
      checkCall(seen, call)
      seen.ringing.add(call)
      reports.push(report(seen, call, reports.length))
      return null
    }
    const position = await addPosition(server.db, owner.workspaceId)
    for (let n = 0; n < people; n += 1)
      await server.call(createApplication, {
        as: owner,
        body: {
          positionId: position.id,
          candidate: { name: 'Petra Person', phone: phoneWhere('day'), consent: 'given' },
        },
      })
    const id = await startCampaign(server, owner, { filters: { positionId: position.id }, ...limits })
    await disturb()
    const campaign = async () => (await server.call(getVoiceCampaign, { as: owner, params: { id } })).body
    const groups = async () => {
      await loseUnplaced()
      // Claims of nodes that were killed end, and the campaign looks again.
      await sql`delete from call_claims`.execute(server.db)
      await sql`update voice_campaigns set next_at = now() where next_at > now() + interval '1 second'`.execute(
        server.db,
      )
      const { queue } = await campaign()
      return (
        await server.call(countCallQueue, {
          as: owner,
          params: { id: queue!.id },
          query: { campaign: 'with_consent' },
        })
      ).body
    }
    await expect
      .poll(async () => ({ ...(await groups()), active: (await campaign()).activeCalls }), {
        interval: 500,
        timeout: 120_000,
      })
      .toMatchObject({ ready: 0, active: 0, total: people })
    await Promise.all(reports)

    const told = `CALLS_SEED=${seed}`
    expect(seen.wrong, told).toEqual([])
    const { total, state } = await campaign()
    const all = [...seen.reported.values()]
    const of = (...wanted: Fate[]) => all.filter((fate) => wanted.includes(fate)).length
    expect({ state, ...total }, told).toMatchObject({
      state: 'running',
      answered: of('voicemail', 'qualified', 'stop'),
      spokenWith: of('qualified', 'stop'),
      qualified: of('qualified'),
      costs: [{ minor: 12 * all.length, currency: 'USD' }],
    })
    const { rows } = await sql<{ ids: string[] }>`
      select array_agg(provider_call_id order by provider_call_id) filter (where provider_call_id is not null) as ids from calls
    `.execute(server.db)
    expect(rows[0]!.ids, told).toEqual(network.calls.map((call) => call.id).sort())
    expect(new Set(network.calls.map(({ to }) => to)).size, told).toBeGreaterThan(people / 2)
  }, 240_000)
})
