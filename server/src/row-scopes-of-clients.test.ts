import { applicationFilters, applicationSorts } from '@muster/contract/application-filters.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { updateApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import { mayFilterBy, maySortBy } from '@muster/contract/client-access.ts'
import { updateCompany } from '@muster/contract/companies.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { countedKeys } from '@muster/contract/measures.ts'
import { permissionKeys } from '@muster/contract/permissions.ts'
import { createSavedView } from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from './database/new-id.ts'
import { evictSessions } from './session/authenticate.ts'
import type { Seeded } from './testing/seed.ts'
import { sendCall } from './testing/send-call.ts'
import { startSeeded } from './testing/start-seeded.ts'
import type { TestServer, TestUser } from './testing/test-server.ts'
import { validCalls } from './testing/valid-calls.ts'

/**
 * What a client reviewer must not learn from any reading endpoint, even with every grantable permission: tags, sources
 * and calls. One application of their company has a unique text in each.
 */

const secrets = {
  tag: 'secret-tag',
  undoneTag: 'secret-undone-tag',
  personTag: 'secret-person-tag',
  source: 'secret-source',
  summary: 'secret-summary',
  moveNote: 'secret-move-note',
  sharedView: 'secret-view',
  companyNote: 'secret-company-note',
  outcome: 'spoke with, not interested',
  cause: 'call_outcome',
} as const

let server: TestServer
let world: Seeded
let reviewer: TestUser

async function made<E extends AnyEndpoint>(endpoint: E, input: object) {
  const { status, body } = await server.call(endpoint, { as: world.head, ...input })
  if (status >= 300) throw new Error(`${endpoint.name} answered ${status}: ${JSON.stringify(body)}`)
  return body as Record<string, string>
}

async function plant(): Promise<void> {
  const { ids, workspaceId } = world
  const id = ids.submittedApplication!
  const { rows } = await sql<{ candidate_id: string }>`
    select candidate_id from applications where id = ${id}
  `.execute(server.db)
  await made(updateCompany, { params: { id: ids.company }, body: { notes: secrets.companyNote } })
  await made(updateCandidate, {
    params: { id: rows[0]!.candidate_id },
    body: { tags: [secrets.personTag] },
  })
  await made(updateApplication, { params: { id }, body: { source: secrets.source, tags: [secrets.tag] } })
  const { batchId } = await made(bulkApplications, {
    body: { applicationIds: [id], action: { kind: 'tag', add: [secrets.undoneTag], remove: [] } },
  })
  await made(undoBatch, { body: { batchId } })
  await made(logCall, {
    body: {
      applicationId: id,
      agentId: ids.agent,
      outcome: 'not_interested',
      summary: secrets.summary,
    },
  })
  await sql`
    update calls set queue_id = ${ids.callQueue}, campaign_id = ${ids.voiceCampaign}
    where workspace_id = ${workspaceId} and application_id = ${id}
  `.execute(server.db)
  const statuses = await sql<{ id: string }>`
    select id from statuses where position_id = ${ids.position} and type = 'interview' limit 1
  `.execute(server.db)
  await made(moveApplications, {
    params: { id: ids.position },
    body: { applicationIds: [id], toStatusId: statuses.rows[0]!.id, reason: secrets.moveNote },
  })
  await sql`
    update activity_logs set cause = 'call_outcome'
    where workspace_id = ${workspaceId} and application_id = ${id} and kind = 'moved'
  `.execute(server.db)
  await sql`
    update applications set callback_at = now() - interval '1 hour', import_id = ${ids.import}
    where workspace_id = ${workspaceId} and id = ${id}
  `.execute(server.db)
  await sql`update candidates set do_not_call = true where id = ${rows[0]!.candidate_id}`.execute(server.db)
  await made(createSavedView, {
    body: { name: secrets.sharedView, query: { tag: secrets.tag, source: secrets.source }, shared: true },
  })
  ids.application = id
}

beforeAll(async () => {
  ;({ server, home: world } = await startSeeded())
  reviewer = await server.addUser(world.workspaceId, 'client_reviewer', { companyId: world.ids.company! })
  await sql`update users set granted_permissions = ${permissionKeys}::text[] where id = ${reviewer.id}`.execute(
    server.db,
  )
  await plant()
  evictSessions(server.db)
})

afterAll(() => server?.stop())

const reading = endpoints.filter(
  ({ name, method, permission, streams }) =>
    validCalls[name] &&
    method === 'GET' &&
    permission !== 'public' &&
    permission !== 'platform:manage' &&
    streams !== 'text/event-stream',
)

const read = (endpoint: AnyEndpoint, as: TestUser, change: (query: object) => object = (query) => query) => {
  const call = validCalls[endpoint.name]!(world, as)
  return sendCall(server, endpoint, { ...call, query: { ...change(call.query ?? {}) } as never }, as)
}

describe('a client reviewer', () => {
  it('reads no tag, source, call or staff note in any response, whatever they were granted', async () => {
    const found: unknown[] = []
    const foundByStaff = new Set<string>()
    for (const endpoint of reading) {
      for (const change of [(query: object) => query, () => ({}), () => ({ q: 'Submitted' })]) {
        const answers = await Promise.all([reviewer, world.head].map((as) => read(endpoint, as, change)))
        const [theirs, staff] = answers.map(({ text }) => text.toLowerCase()) as [string, string]
        for (const [name, secret] of Object.entries(secrets)) {
          if (theirs.includes(secret)) found.push([endpoint.name, name])
          if (staff.includes(secret)) foundByStaff.add(name)
        }
      }
    }
    expect(found).toEqual([])
    expect([...foundByStaff].sort()).toEqual(Object.keys(secrets).sort())
  }, 120_000)

  it('learns none of it from a filter: a matching and a non-matching one return the same', async () => {
    const { agent, callQueue, voiceCampaign, import: importId } = world.ids
    const pairs: Record<string, [unknown, unknown]> = {
      source: [secrets.source, 'Elsewhere'],
      sourceless: [true, false],
      tag: [secrets.tag, 'elsewhere'],
      importId: [importId, newId()],
      callbackDue: [true, false],
      neverContacted: [false, true],
      enteredByImport: [true, false],
      attempts: [0, 9],
      agentId: [agent, newId()],
      callAgentId: [agent, newId()],
      queueId: [callQueue, newId()],
      campaignId: [voiceCampaign, newId()],
      doNotCall: [true, false],
      field: ['candidate.license:empty', 'candidate.license:filled'],
      counted: [countedKeys[0], countedKeys.at(-1)],
      countedIn: [`source=${secrets.source}`, 'source=Elsewhere'],
      countedReached: ['contacted', 'hired'],
      countedDays: [7, 30],
      countedValueFrom: [0, 1],
      countedValueTo: [1, 1000],
      countedTimezone: ['UTC', 'Europe/Berlin'],
    }
    const staffFilters = Object.keys(applicationFilters.shape).filter(
      (name) => !mayFilterBy('client_reviewer', name),
    )
    for (const name of staffFilters) pairs[name] ??= ['2001-01-01T00:00:00.000Z', '2998-01-01T00:00:00.000Z']
    const told: unknown[] = []
    const tellsStaff = new Set<string>()
    for (const endpoint of reading) {
      const taken = Object.keys(endpoint.query?.shape ?? {})
      for (const [name, values] of Object.entries(pairs).filter(([each]) => taken.includes(each))) {
        const ask = (as: TestUser, value: unknown) =>
          read(endpoint, as, (query) => ({
            ...(endpoint.name === 'listApplications' ? {} : query),
            ...(endpoint.name === 'countApplicationFacets' ? { by: 'statusType', values: 'interview' } : {}),
            [name]: value,
          }))
        const answers = (as: TestUser) => Promise.all(values.map((value) => ask(as, value)))
        const [one, other] = await answers(reviewer)
        if (one!.status !== other!.status || one!.text !== other!.text) told.push([endpoint.name, name])
        if (endpoint.name !== 'listApplications') continue
        expect([name, one!.status]).toEqual([name, 403])
        const [matching, elsewhere] = await answers(world.head)
        if (matching!.text !== elsewhere!.text) tellsStaff.add(name)
      }
    }
    expect(told).toEqual([])
    // For users with access, matching and non-matching filters differ.
    for (const name of [
      'source',
      'sourceless',
      'tag',
      'importId',
      'callbackDue',
      'neverContacted',
      'agentId',
      'queueId',
      'campaignId',
    ])
      expect([name, tellsStaff.has(name)]).toEqual([name, true])
  }, 120_000)

  it('cannot count or sort by it, name a column of it, or search for it', async () => {
    const call = async (name: string, query: object) => {
      const endpoint = endpoints.find((each) => each.name === name)!
      return read(endpoint, reviewer, () => query)
    }
    for (const sort of applicationSorts.filter((each) => !maySortBy('client_reviewer', each)))
      for (const name of ['listApplications', 'selectApplications', 'exportApplications'])
        expect([name, sort, (await call(name, { sort })).status]).toEqual([name, sort, 403])
    for (const [by, values] of [
      ['source', secrets.source],
      ['tag', secrets.tag],
    ])
      expect((await call('countApplicationFacets', { by, values })).status).toBe(403)
    for (const columns of ['source', 'candidate,tags', 'lastContact', 'callback', 'notes', 'externalId'])
      expect([columns, (await call('exportApplications', { columns })).status]).toEqual([columns, 403])
    expect((await call('exportCandidates', { columns: 'personTags' })).status).toBe(403)
    expect((await call('exportCompanies', { columns: 'notes' })).status).toBe(403)
    for (const q of [secrets.tag, secrets.source, secrets.personTag, secrets.summary])
      expect(JSON.parse((await call('listApplications', { q })).text).items).toEqual([])
  })
})
