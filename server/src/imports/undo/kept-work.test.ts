import { createComment, deleteComment, listActivityLogs } from '@muster/contract/activity-logs.ts'
import {
  closeApplication,
  createApplication,
  listApplications,
  updateApplication,
} from '@muster/contract/applications.ts'
import { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import {
  deleteCandidate,
  getCandidate,
  listCandidates,
  updateCandidate,
} from '@muster/contract/candidates.ts'
import { getImportStatus } from '@muster/contract/import-status.ts'
import { listKeptRows, previewImportUndo, undoImport } from '@muster/contract/import-undo.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import { addNamedPosition, importContent, type Settings } from '../fixtures/import-kit.ts'
import { runUndo } from './run-undo.ts'

// Several imports a test: on a busy machine they take several times as long.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let workspaceId: string
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  await addNamedPosition(server, workspaceId, 'Forklift driver')
})

afterAll(() => server?.stop())

const onPosition = 'Name,Email,Vacancy\nAnn Able,ann@example.com,Forklift driver\n'
const alone = 'Name,Email,Phone\nAnn Able,ann@example.com,+1 312 555 0142\n'

const bring = (content: string, more: Partial<Settings> = {}) => importContent(server, admin, content, more)

/** Takes an import back and answers why rows stay. */
async function undo(importId: string): Promise<string[]> {
  const { body: seen } = await server.call(previewImportUndo, { as: admin, params: { id: importId } })
  const asked = await server.call(undoImport, { as: admin, params: { id: importId } })
  expect(asked.status).toBe(202)
  await runUndo(server.services, { workspaceId, importId })
  const { body } = await server.call(getImportStatus, { as: admin, params: { id: importId } })
  // What was announced is what was done.
  expect(body.undo).toMatchObject({ state: 'completed', undone: seen.undone, kept: seen.kept })
  const kept = await server.call(listKeptRows, { as: admin, params: { id: importId }, query: {} })
  return kept.body.items.map(({ code }) => code)
}

async function ann() {
  const { body } = await server.call(listApplications, { as: admin, query: { q: 'ann' } })
  const [one] = body.items
  return { id: one!.id, candidateId: one!.candidate.id }
}

const namesOf = async () =>
  (await server.call(listCandidates, { as: admin })).body.items.map(({ name }) => name)

async function personOf(name: string) {
  const { body } = await server.call(listCandidates, { as: admin, query: { q: name } })
  return (await server.call(getCandidate, { as: admin, params: { id: body.items[0]!.id } })).body
}

/** A call to somebody without an application, as a voice agent reports it. */
async function call(candidateId: string): Promise<void> {
  await server.db
    .insertInto('calls')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      candidate_id: candidateId,
      direction: 'outbound',
      lifecycle: 'completed',
      started_at: sql`now()`,
    })
    .execute()
}

describe('taking an import back', () => {
  it('keeps somebody of a file of people alone who was called since', async () => {
    const one = await bring(alone)
    await call((await personOf('Ann')).id)
    expect(await undo(one.id)).toEqual(['called'])
    expect(await namesOf()).toEqual(['Ann Able'])
  })

  it('removes somebody of a file of people alone whom nobody called', async () => {
    const one = await bring(alone)
    const { id } = await bring('Name,Email,Phone\nBo Bell,bo@example.com,+1 312 555 0143\n')
    await call((await personOf('Bo')).id)
    expect(await undo(one.id)).toEqual([])
    expect(await namesOf()).toEqual(['Bo Bell'])
    expect(await undo(id)).toEqual(['called'])
  })

  it('is not held up by a comment that was deleted', async () => {
    const one = await bring(onPosition)
    const { id } = await ann()
    const said = await server.call(createComment, { as: admin, params: { id }, body: { body: 'A slip' } })
    const params = { id, commentId: said.body.id }
    expect((await server.call(deleteComment, { as: admin, params })).status).toBe(204)
    expect(await undo(one.id)).toEqual([])
    expect(await namesOf()).toEqual([])
  })

  it('keeps an application that was closed or edited since', async () => {
    const closed = await bring(onPosition)
    const { id } = await ann()
    await server.call(closeApplication, { as: admin, params: { id }, body: { disposition: 'unreachable' } })
    expect(await undo(closed.id)).toEqual(['moved'])
    const edited = await bring('Name,Email,Vacancy\nBo Bell,bo@example.com,Forklift driver\n')
    const { body } = await server.call(listApplications, { as: admin, query: { q: 'bo' } })
    const params = { id: body.items[0]!.id }
    await server.call(updateApplication, { as: admin, params, body: { tags: ['known'] } })
    expect(await undo(edited.id)).toEqual(['edited'])
  })

  it('keeps an application whose person was merged into another since', async () => {
    const one = await bring(onPosition)
    const { candidateId } = await ann()
    await bring('Name,Email,Phone\nAnna Able-Major,anna@example.com,\n')
    const [survivor, merged] = [
      await personOf('Major'),
      (await server.call(getCandidate, { as: admin, params: { id: candidateId } })).body,
    ]
    const done = await server.call(mergeCandidates, {
      as: admin,
      params: { id: survivor.id },
      body: { mergedId: merged.id, version: survivor.version, mergedVersion: merged.version },
    })
    expect(done.status).toBe(200)
    expect(await undo(one.id)).toEqual(['merged'])
    expect((await ann()).candidateId).toBe(survivor.id)
  })

  it('removes somebody whose other application was deleted', async () => {
    const one = await bring(onPosition)
    const { candidateId } = await ann()
    const cook = await addNamedPosition(server, workspaceId, 'Cook')
    const { body } = await server.call(createApplication, {
      as: admin,
      body: { positionId: cook.id, candidateId },
    })
    await server.db
      .updateTable('applications')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', body.id)
      .execute()
    expect(await undo(one.id)).toEqual([])
    expect(await namesOf()).toEqual([])
  })

  it('says so where somebody it changed was deleted since', async () => {
    await bring(onPosition)
    const { candidateId } = await ann()
    await sql`update applications set deleted_at = now(), version = version + 1`.execute(server.db)
    const two = await bring('Name,Email,Location\nAnn Able,ann@example.com,Oslo\n', { policy: 'overwrite' })
    expect(two.updated).toBe(1)
    expect((await server.call(deleteCandidate, { as: admin, params: { id: candidateId } })).status).toBe(204)
    expect(await undo(two.id)).toEqual(['deleted'])
  })

  it('restores what it changed of a person, and keeps what somebody wrote there since', async () => {
    await bring(onPosition)
    const said = (place: string) =>
      `Name,Email,Location,Vacancy\nAnn Able,ann@example.com,${place},Forklift driver\n`
    const oslo = await bring(said('Oslo'), { policy: 'overwrite' })
    expect(await undo(oslo.id)).toEqual([])
    expect((await personOf('Ann')).location).toBeNull()
    const bergen = await bring(said('Bergen'), { policy: 'overwrite' })
    const { id } = await personOf('Ann')
    await server.call(updateCandidate, { as: admin, params: { id }, body: { location: 'Trondheim' } })
    expect(await undo(bergen.id)).toEqual(['person_edited'])
    expect((await personOf('Ann')).location).toBe('Trondheim')
  })
})

describe('the history after an import was taken back', () => {
  it('strikes what that import wrote and nothing of another', async () => {
    await bring(onPosition)
    const said = (source: string) =>
      `Name,Email,Source,Vacancy\nAnn Able,ann@example.com,${source},Forklift driver\n`
    await bring(said('Fair'), { policy: 'overwrite' })
    const second = await bring(said('Web'), { policy: 'overwrite' })
    expect(await undo(second.id)).toEqual([])
    const { id } = await ann()
    const { body } = await server.call(listActivityLogs, { as: admin, params: { id } })
    const edits = body.items
      .filter(({ kind, field }) => kind === 'edited' && field === 'source')
      .map(({ newValue, revertedAt }) => [newValue, revertedAt !== null])
      .sort()
    expect(edits).toEqual([
      ['Fair', false],
      ['Web', true],
    ])
  })
})
