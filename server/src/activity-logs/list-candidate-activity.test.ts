import { createComment, deleteComment, listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { attachApplicationFile, removeApplicationFile } from '@muster/contract/application-files.ts'
import { createApplication, deleteApplication, updateApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { listCalls, logCall } from '@muster/contract/calls.ts'
import { createCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import { retireCustomField } from '@muster/contract/custom-fields.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evictSessions } from '../session/authenticate.ts'
import { addCustomField } from '../testing/add-custom-field.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { sendFile } from '../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let driver: TestPosition
let picker: TestPosition
let candidateId: string
/** The applications of one person, for the two positions. */
let asDriver: string
let asPicker: string

async function apply(positionId: string, person: { candidateId: string } | { candidate: { name: string } }) {
  const { body } = await server.call(createApplication, { as: recruiter, body: { positionId, ...person } })
  return body
}

async function comment(id: string, body: string) {
  await server.call(createComment, { as: recruiter, params: { id }, body: { body } })
}

function activity(query: Parameters<typeof read>[0] = {}, as = recruiter) {
  return read(query, as)
}

async function read(
  query: { kind?: 'comment'[]; applicationId?: string[]; cursor?: string; limit?: number; sort?: 'at' },
  as: TestUser,
) {
  const { status, body } = await server.call(listCandidateActivity, {
    as,
    params: { id: candidateId },
    query,
  })
  expect(status).toBe(200)
  return body
}

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  driver = await addPosition(server.db, workspaceId)
  picker = await addPosition(server.db, workspaceId)
  const first = await apply(driver.id, { candidate: { name: 'Ana Ortiz' } })
  asDriver = first.id
  candidateId = first.candidate.id
  asPicker = (await apply(picker.id, { candidateId })).id
  await comment(asDriver, 'Has a licence')
  await comment(asPicker, 'Knows the warehouse')
})

afterAll(() => server?.stop())

describe('listCandidateActivity', () => {
  it('merges the history of all applications of a person, newest first', async () => {
    const { items, counts, total } = await activity()
    expect(items.map(({ kind, body, application }) => [kind, body, application.id])).toEqual([
      ['comment', 'Knows the warehouse', asPicker],
      ['comment', 'Has a licence', asDriver],
      ['created', null, asPicker],
      ['created', null, asDriver],
    ])
    expect(items[0]!.application).toMatchObject({
      position: { id: picker.id },
      company: { id: picker.companyId },
    })
    expect(counts).toEqual({ comment: 2, created: 2 })
    expect(total).toEqual({ value: 4, atLeast: false })
  })

  it('continues after the last entry of a page, without gaps and repetitions', async () => {
    const { items: all } = await activity()
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await activity({ limit: 1, cursor })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(ids).toEqual(all.map(({ id }) => id))
    const oldestFirst = await activity({ sort: 'at' })
    expect(oldestFirst.items.map(({ id }) => id)).toEqual(ids.toReversed())
  })

  it('narrows to kinds and to some of the applications; counts stay those of the applications', async () => {
    const comments = await activity({ kind: ['comment'], applicationId: [asPicker] })
    expect(comments.items.map(({ body }) => body)).toEqual(['Knows the warehouse'])
    expect(comments.counts).toEqual({ comment: 1, created: 1 })
  })

  it("shows a change of the person once, and changes of each application's own fields each", async () => {
    const update = { as: recruiter, params: { id: candidateId } }
    await server.call(updateCandidate, { ...update, body: { location: 'Austin' } })
    for (const id of [asDriver, asPicker])
      await server.call(updateApplication, { as: recruiter, params: { id }, body: { source: 'Indeed' } })
    const { items, counts } = await activity()
    const edited = items.filter(({ kind }) => kind === 'edited')
    expect(edited.map(({ field }) => field)).toEqual(['source', 'source', 'location'])
    expect(counts.edited).toBe(3)
  })

  it('is empty for a person without applications', async () => {
    const { body: person } = await server.call(createCandidate, { as: recruiter, body: { name: 'Bo Lin' } })
    const { body } = await server.call(listCandidateActivity, { as: recruiter, params: { id: person.id } })
    expect(body).toMatchObject({ items: [], counts: {}, nextCursor: null })
  })

  it("leaves out a deleted application's entries for those who may not restore it", async () => {
    const { id } = await apply((await addPosition(server.db, workspaceId)).id, { candidateId })
    await comment(id, 'Entered by mistake')
    await server.call(deleteApplication, { as: recruiter, params: { id } })
    const viewer = await server.addUser(workspaceId, 'viewer')
    const bodies = async (as: TestUser) => (await activity({}, as)).items.map(({ body }) => body)
    expect(await bodies(recruiter)).toContain('Entered by mistake')
    expect(await bodies(viewer)).not.toContain('Entered by mistake')
  })
})

describe('an entry', () => {
  const entryOf = async (
    as: TestUser,
    found: (entry: { id: string; kind: string; field: string | null }) => boolean | undefined,
  ) => (await activity({}, as)).items.find(found)

  it('of a comment may be changed by its author alone, until it is deleted', async () => {
    const { body: comment } = await server.call(createComment, {
      as: recruiter,
      params: { id: asDriver },
      body: { body: 'For a while' },
    })
    const colleague = await server.addUser(workspaceId, 'recruiter')
    const seen = (as: TestUser) => entryOf(as, ({ id }) => id === comment.id)
    expect(await seen(recruiter)).toMatchObject({ body: 'For a while', can: { edit: true, delete: true } })
    expect(await seen(colleague)).toMatchObject({ body: 'For a while', can: { edit: false, delete: false } })
    await server.call(deleteComment, { as: recruiter, params: { id: asDriver, commentId: comment.id } })
    expect(await seen(recruiter)).toMatchObject({ body: null, can: { edit: false, delete: false } })
  })

  it('of a file names the file until it is removed, to those who see contact data', async () => {
    const sent = await sendFile(server, uploadFile, recruiter, 'Valid until 2027', 'licence.txt')
    const { id: fileId } = (await sent.json()) as { id: string }
    const { body: file } = await server.call(attachApplicationFile, {
      as: recruiter,
      params: { id: asDriver },
      body: { fileId },
    })
    const viewer = await server.addUser(workspaceId, 'viewer')
    await hideContacts(server, viewer)
    const seen = (as: TestUser) => entryOf(as, ({ id }) => id === file.entryId)
    expect(await seen(recruiter)).toMatchObject({ file: { id: fileId, name: 'licence.txt' } })
    expect(await seen(viewer)).toMatchObject({ file: null })
    await server.call(removeApplicationFile, {
      as: recruiter,
      params: { id: asDriver, entryId: file.entryId },
    })
    expect(await seen(recruiter)).toMatchObject({ file: null })
  })

  it('of a custom field has its values until the field is retired', async () => {
    const admin = await server.addUser(workspaceId, 'admin')
    const field = await addCustomField(server, admin, { label: 'Shift', subject: 'application' })
    await server.call(updateApplication, {
      as: recruiter,
      params: { id: asDriver },
      body: { customFields: { [field.key]: 'Nights' } },
    })
    const seen = () =>
      entryOf(recruiter, ({ kind, field: of }) => kind === 'edited' && of?.endsWith(field.key))
    expect(await seen()).toMatchObject({ newValue: 'Nights' })
    await server.call(retireCustomField, { as: admin, params: { id: field.id } })
    expect(await seen()).toMatchObject({ oldValue: null, newValue: null })
  })

  it('tells a client of a move, and not that a call caused it', async () => {
    const position = await addPosition(server.db, workspaceId)
    const { id, candidate } = await apply(position.id, { candidate: { name: 'Cal Moved' } })
    await server.call(logCall, {
      as: recruiter,
      body: { applicationId: id, direction: 'outbound', outcome: 'qualified' },
    })
    await server.call(moveApplications, {
      as: recruiter,
      params: { id: position.id },
      body: { applicationIds: [id], toStatusId: position.statuses.submitted! },
    })
    const reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
    const causes = async (as: TestUser) =>
      (await server.call(listCandidateActivity, { as, params: { id: candidate.id } })).body.items
        .filter(({ kind }) => kind === 'moved')
        .map(({ cause, callId }) => [cause, callId])
    const agency = await causes(recruiter)
    expect(agency).toContainEqual(['call_outcome', null])
    expect(await causes(reviewer)).toEqual(
      agency.map(([cause]) => [cause === 'call_outcome' ? null : cause, null]),
    )
  })
})

describe('listCandidateActivity by role', () => {
  const statusOf = async (as: TestUser, id = candidateId) =>
    (await server.call(listCandidateActivity, { as, params: { id } })).status

  it('shows a coordinator only the applications assigned to them', async () => {
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    expect(await statusOf(coordinator)).toBe(404)
    await server.call(updateApplication, {
      as: recruiter,
      params: { id: asDriver },
      body: { ownerId: coordinator.id },
    })
    const { items } = await activity({}, coordinator)
    expect(new Set(items.map(({ application }) => application.id))).toEqual(new Set([asDriver]))
    const other = await activity({ applicationId: [asPicker] }, coordinator)
    expect(other.items).toEqual([])
  })

  it('hides contact data from those who may not see them', async () => {
    const phone = '+13125550147'
    await server.call(updateCandidate, { as: recruiter, params: { id: candidateId }, body: { phone } })
    const viewer = await server.addUser(workspaceId, 'viewer')
    await hideContacts(server, viewer)
    const phoneEntry = async (as: TestUser) =>
      (await activity({}, as)).items.find(({ field }) => field === 'phone')
    expect((await phoneEntry(recruiter))!.newValue).toBe(phone)
    expect(await phoneEntry(viewer)).toMatchObject({ field: 'phone', oldValue: null, newValue: null })
  })

  it("shows a client reviewer their company's submissions, without staff comments and calls", async () => {
    const reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: picker.companyId })
    await server.call(logCall, { as: recruiter, body: { applicationId: asPicker } })
    expect(await statusOf(reviewer)).toBe(404)
    await server.call(moveApplications, {
      as: recruiter,
      params: { id: picker.id },
      body: { applicationIds: [asPicker], toStatusId: picker.statuses.submitted! },
    })
    const { items, counts } = await activity({}, reviewer)
    expect(new Set(items.map(({ application }) => application.id))).toEqual(new Set([asPicker]))
    expect(counts).toEqual({ created: 1, moved: 1 })
  })

  it('does not find a person without applications for those who may not see people', async () => {
    const { body: person } = await server.call(createCandidate, { as: recruiter, body: { name: 'Cy Oak' } })
    const blind = await server.addUser(workspaceId, 'recruiter')
    expect(await statusOf(blind, person.id)).toBe(200)
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['candidates:read'] })
      .where('id', '=', blind.id)
      .execute()
    evictSessions(server.db)
    expect(await statusOf(blind, person.id)).toBe(404)
  })

  it("does not find another workspace's people", async () => {
    const { workspaceId: other } = await server.addWorkspace()
    expect(await statusOf(await server.addUser(other, 'owner'))).toBe(404)
  })
})

it('lists the calls of a person on all their applications', async () => {
  await server.call(logCall, { as: recruiter, body: { applicationId: asDriver } })
  const { body } = await server.call(listCalls, { as: recruiter, query: { candidateId } })
  expect(new Set(body.items.map(({ application }) => application?.id))).toEqual(new Set([asDriver, asPicker]))
})
