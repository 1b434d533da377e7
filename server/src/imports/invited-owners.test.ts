import { createComment, listActivityLogs } from '@muster/contract/activity-logs.ts'
import { updateApplication } from '@muster/contract/applications.ts'
import { downloadPreviewLosses } from '@muster/contract/import-preview.ts'
import { downloadImportLosses, listImportRows } from '@muster/contract/import-rows.ts'
import { getImportStatus } from '@muster/contract/import-status.ts'
import { undoImport } from '@muster/contract/import-undo.ts'
import { acceptInvitation, inviteUser, revokeInvitation } from '@muster/contract/invitations.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import {
  addNamedPosition,
  download,
  execute,
  importNow,
  preview,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'
import { runUndo } from './undo/run-undo.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let positionId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  positionId = (await addNamedPosition(server, workspaceId, 'Driver')).id
})

afterAll(() => server?.stop())

const content = `Name,Email,Position,Owner
Ana Ortiz,ana@example.com,Driver,Mira Stone
Ben Hill,ben@example.com,Driver,mira stone
Cy Young,cy@example.com,Driver,Sol Vega
Dee Wong,dee@example.com,Driver,
`

async function invite(role: Role = 'recruiter', more: object = {}) {
  count += 1
  const email = `mira.${count}@example.com`
  const { body } = await server.call(inviteUser, { as: admin, body: { email, role, ...more } })
  return { id: body.id, email }
}

async function accept({ email }: { email: string }): Promise<string> {
  const mail = await server.db
    .selectFrom('mails')
    .where('recipient', '=', email)
    .select('body')
    .executeTakeFirstOrThrow()
  const token = /accept-invite#token=(\S+)/.exec(mail.body)![1]!
  const body = { token, name: 'Mira S.', password: 'bright river cello moss' }
  const { status } = await server.call(acceptInvitation, { body })
  expect(status).toBe(200)
  const user = await server.db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow()
  return user.id
}

async function start(invitedOwners: Record<string, string>) {
  const { body } = await upload(server, admin, content)
  const settings = {
    mapping: suggestedMapping(body),
    values: { owner: { 'Mira Stone': null, 'Sol Vega': null }, position: { Driver: positionId } },
    invitedOwners,
  }
  return { id: body.id, settings }
}

const owners = async () =>
  Object.fromEntries(
    (
      await server.db
        .selectFrom('applications')
        .where('workspace_id', '=', workspaceId)
        .orderBy('candidate_name')
        .select(['candidate_name', 'owner_id'])
        .execute()
    ).map(({ candidate_name, owner_id }) => [candidate_name, owner_id]),
  )

const idOf = async (name: string) =>
  (
    await server.db
      .selectFrom('applications')
      .where('workspace_id', '=', workspaceId)
      .where('candidate_name', '=', name)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

describe('an owner who was invited from the mapping', () => {
  it('gets their rows once they join, whatever the case of their name in the file, and nobody else’s', async () => {
    const mira = await invite()
    const { id, settings } = await start({ 'Mira Stone': mira.id })
    const ended = await importNow(server, admin, id, settings)
    expect(ended).toMatchObject({ created: 4, lostRows: 0, losses: [], lossesUrl: null, invitedOwners: 1 })
    const none = { 'Ana Ortiz': null, 'Ben Hill': null, 'Cy Young': null, 'Dee Wong': null }
    expect(await owners()).toEqual(none)
    const userId = await accept(mira)
    expect(await owners()).toEqual({ ...none, 'Ana Ortiz': userId, 'Ben Hill': userId })
    const { body: now } = await server.call(getImportStatus, { as: admin, params: { id } })
    expect(now).toMatchObject({ lostRows: 0, invitedOwners: 0 })
    const { body } = await server.call(listActivityLogs, {
      as: admin,
      params: { id: await idOf('Ana Ortiz') },
      query: { kind: ['edited'] },
    })
    expect(body.items).toMatchObject([
      { field: 'ownerId', oldValue: null, newValue: 'Mira S.', actor: { kind: 'system' } },
    ])
  })

  it('gets them at the end of an import that they joined before', async () => {
    const mira = await invite()
    const { id, settings } = await start({ 'Mira Stone': mira.id })
    const userId = await accept(mira)
    await importNow(server, admin, id, settings)
    expect(await owners()).toMatchObject({ 'Ana Ortiz': userId, 'Ben Hill': userId, 'Cy Young': null })
  })

  it('does not get an application that somebody was assigned meanwhile', async () => {
    const mira = await invite()
    const { id, settings } = await start({ 'Mira Stone': mira.id })
    await importNow(server, admin, id, settings)
    const params = { id: await idOf('Ana Ortiz') }
    await server.call(updateApplication, { as: admin, params, body: { ownerId: admin.id, version: 1 } })
    const userId = await accept(mira)
    expect(await owners()).toMatchObject({ 'Ana Ortiz': admin.id, 'Ben Hill': userId })
  })

  it('does not keep the import from being undone, unless somebody has worked on a row', async () => {
    const mira = await invite()
    const { id, settings } = await start({ 'Mira Stone': mira.id })
    await importNow(server, admin, id, settings)
    await accept(mira)
    const params = { id: await idOf('Ben Hill') }
    await server.call(createComment, { as: admin, params, body: { body: 'Called back' } })
    const asked = await server.call(undoImport, { as: admin, params: { id } })
    expect(asked.status).toBe(202)
    await runUndo(server.services, { workspaceId, importId: id })
    const left = await server.db
      .selectFrom('applications')
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .select('candidate_name')
      .execute()
    expect(left.map(({ candidate_name }) => candidate_name)).toEqual(['Ben Hill'])
  })

  it('gets nothing as a reviewer of a client', async () => {
    const { company_id: companyId } = await server.db
      .selectFrom('positions')
      .where('id', '=', positionId)
      .select('company_id')
      .executeTakeFirstOrThrow()
    const mira = await invite('client_reviewer', { companyId })
    const { id, settings } = await start({ 'Mira Stone': mira.id })
    await importNow(server, admin, id, settings)
    await accept(mira)
    expect(await owners()).toMatchObject({ 'Ana Ortiz': null, 'Ben Hill': null })
  })
})

describe('a row whose owner was invited', () => {
  const lossy = `Name,Email,Position,Owner,Applied
Ana Ortiz,ana@example.com,Driver,Mira Stone,2024-03-04
Ben Hill,ben@example.com,Driver,Mira Stone,2031-01-05
`

  it('is among those that lost values only for its other values, before and after the import', async () => {
    const mira = await invite()
    const { body } = await upload(server, admin, lossy)
    const settings = {
      mapping: suggestedMapping(body),
      values: { owner: { 'Mira Stone': null }, position: { Driver: positionId } },
      invitedOwners: { 'Mira Stone': mira.id },
    }
    const losses = { lostRows: 1, losses: [{ field: 'appliedAt', rows: 1 }] }
    expect((await preview(server, admin, body.id, settings)).body).toMatchObject(losses)
    const before = await download(server, admin, downloadPreviewLosses, {
      body: { importId: body.id, ...settings },
    })
    const ended = await importNow(server, admin, body.id, settings)
    expect(ended).toMatchObject({ created: 2, ...losses, invitedOwners: 1 })
    const listed = await server.call(listImportRows, {
      as: admin,
      params: { id: body.id },
      query: { result: 'lost' },
    })
    expect(listed.body).toMatchObject({ items: [{ row: 3 }], total: { value: 1 } })
    expect(listed.body.items[0]!.message).not.toContain('Mira Stone')
    const report = (await download(server, admin, downloadImportLosses, { id: body.id })).rows()
    expect(report.map(({ row_number, lost_column }) => [row_number, lost_column])).toEqual([['3', 'Applied']])
    expect(before.rows()).toEqual(report)
    const userId = await accept(mira)
    expect(await owners()).toEqual({ 'Ana Ortiz': userId, 'Ben Hill': userId })
  })

  it('does not name the owner as lost in its history', async () => {
    const mira = await invite()
    const { id, settings } = await start({ 'Mira Stone': mira.id })
    await importNow(server, admin, id, settings)
    const { body } = await server.call(listActivityLogs, {
      as: admin,
      params: { id: await idOf('Ana Ortiz') },
      query: {},
    })
    expect(body.items).toMatchObject([{ kind: 'imported', body: null }])
  })

  it('waits for nobody once the invitation is revoked', async () => {
    const mira = await invite()
    const { id, settings } = await start({ 'Mira Stone': mira.id })
    await importNow(server, admin, id, settings)
    await server.call(revokeInvitation, { as: admin, params: { id: mira.id } })
    const { body } = await server.call(getImportStatus, { as: admin, params: { id } })
    expect(body.invitedOwners).toBe(0)
  })
})

describe('the invitation of an owner', () => {
  it('must be one of this workspace', async () => {
    const mine = admin
    const other = await server.addWorkspace()
    admin = await server.addUser(other.workspaceId, 'admin')
    const theirs = await invite()
    admin = mine
    const { id, settings } = await start({ 'Mira Stone': theirs.id })
    const { status, body } = await execute(server, admin, id, settings)
    expect([status, body]).toMatchObject([
      422,
      { details: { invitedOwners: ['There is no such invitation'] } },
    ])
  })

  it('is named only by those who invite users', async () => {
    const mira = await invite()
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    const { body } = await upload(server, recruiter, content)
    const settings = { mapping: suggestedMapping(body), invitedOwners: { 'Mira Stone': mira.id } }
    expect((await execute(server, recruiter, body.id, settings)).status).toBe(403)
  })
})
