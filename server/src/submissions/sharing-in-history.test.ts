import { listActivityLogs, listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { closeApplication, createApplication, decideSubmission } from '@muster/contract/applications.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import {
  askAboutSubmission,
  createSubmission,
  replyToClient,
  withdrawSubmission,
} from '@muster/contract/submissions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let reviewer: TestUser
let position: TestPosition
let company: string

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter', { name: 'Ines Roth' })
  position = await addPosition(server.db, workspaceId)
  reviewer = await server.addUser(workspaceId, 'client_reviewer', {
    companyId: position.companyId,
    name: 'Grace Holloway',
  })
  company = (
    await server.db
      .selectFrom('companies')
      .where('id', '=', position.companyId)
      .select('name')
      .executeTakeFirstOrThrow()
  ).name
})

afterAll(() => server?.stop())

const kinds = ['shared', 'withdrawn', 'asked', 'replied'] as const

async function apply(name: string) {
  const body = { positionId: position.id, candidate: { name }, ownerId: recruiter.id }
  return (await server.call(createApplication, { as: recruiter, body })).body
}

async function share(id: string) {
  const body = {
    summary: 'Six years over the road.',
    answers: [
      { label: 'License', value: 'CDL-A' },
      { label: 'Start', value: 'At once' },
    ],
  }
  return (await server.call(createSubmission, { as: recruiter, params: { id }, body })).body.id
}

const ask = (id: string, body = 'Does he drive nights?') =>
  server.call(askAboutSubmission, { as: reviewer, params: { id }, body: { body } })

async function historyOf(candidateId: string, as: TestUser, kind: readonly (typeof kinds)[number][] = kinds) {
  const query = { sort: 'at' as const, kind: [...kind] }
  const { body } = await server.call(listCandidateActivity, { as, params: { id: candidateId }, query })
  return body.items
}

it('has what was shared, asked, replied and withdrawn, each with the client', async () => {
  const { id, candidate } = await apply('Marcus Delgado')
  const submissionId = await share(id)
  await ask(id)
  await server.call(replyToClient, {
    as: recruiter,
    params: { id: submissionId },
    body: { body: 'Yes, he does.' },
  })
  await server.call(withdrawSubmission, { as: recruiter, params: { id: submissionId } })
  const items = await historyOf(candidate.id, recruiter)
  expect(items.map(({ kind, actor, newValue, body }) => [kind, actor.name, newValue, body])).toEqual([
    ['shared', 'Ines Roth', company, 'Six years over the road.\n\nLicense: CDL-A\nStart: At once'],
    ['asked', 'Grace Holloway', company, 'Does he drive nights?'],
    ['replied', 'Ines Roth', company, 'Yes, he does.'],
    ['withdrawn', 'Ines Roth', company, null],
  ])
})

it('counts as the last activity of the application', async () => {
  const { id } = await apply('Lena Last')
  await share(id)
  await server.db
    .updateTable('applications')
    .set({ last_activity_at: '2026-01-05T10:00:00Z' })
    .where('id', '=', id)
    .execute()
  await ask(id)
  const { last_activity_at: at } = await server.db
    .selectFrom('applications')
    .where('id', '=', id)
    .select('last_activity_at')
    .executeTakeFirstOrThrow()
  expect(Date.parse(at)).toBeGreaterThan(Date.now() - 600_000)
})

it('has the decisions of the client beside it', async () => {
  const approved = await apply('Rosa Quintero')
  await share(approved.id)
  await server.call(decideSubmission, {
    as: reviewer,
    params: { id: approved.id },
    body: { decision: 'approve', note: 'Come in on Monday' },
  })
  const { body } = await server.call(listActivityLogs, {
    as: recruiter,
    params: { id: approved.id },
    query: {},
  })
  const [newest] = body.items
  expect(newest).toMatchObject({
    kind: 'moved',
    cause: 'review',
    actor: { name: 'Grace Holloway' },
    body: 'Come in on Monday',
  })
  expect(body.counts).toMatchObject({ shared: 1 })
})

it('has nothing of it for the client, whose screens show the thread themselves', async () => {
  const { id, candidate } = await apply('Bill Tran')
  await share(id)
  await ask(id)
  expect(await historyOf(candidate.id, recruiter)).toHaveLength(2)
  expect(await historyOf(candidate.id, reviewer)).toEqual([])
  const { body } = await server.call(listActivityLogs, { as: reviewer, params: { id }, query: {} })
  expect(JSON.stringify(body)).not.toContain('over the road')
  for (const kind of kinds) expect(body.counts).not.toHaveProperty(kind)
})

it('has nothing of it for another workspace', async () => {
  const { id, candidate } = await apply('Pete Marchetti')
  await share(id)
  const elsewhere = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  const params = { id: candidate.id }
  expect((await server.call(listCandidateActivity, { as: elsewhere, params, query: {} })).status).toBe(404)
})

it('records nothing when the sharing is refused', async () => {
  const { id, candidate } = await apply('Sheila Novak')
  await share(id)
  const body = { summary: 'Again', answers: [] }
  expect((await server.call(createSubmission, { as: recruiter, params: { id }, body })).status).toBe(409)
  expect(await historyOf(candidate.id, recruiter)).toHaveLength(1)
})

it('loses its texts when the candidate is erased', async () => {
  const { id, candidate } = await apply('Erin Erased')
  await share(id)
  const admin = await server.addUser(workspaceId, 'admin')
  await server.call(closeApplication, { as: recruiter, params: { id }, body: { disposition: 'unreachable' } })
  const erasing = { as: admin, params: { id: candidate.id }, body: { confirmName: 'Erin Erased' } }
  expect((await server.call(eraseCandidate, erasing)).status).toBe(200)
  const rows = await server.db
    .selectFrom('activity_logs')
    .where('application_id', '=', id)
    .where('kind', '=', 'shared')
    .select(['body'])
    .execute()
  expect(rows).toEqual([{ body: null }])
})
