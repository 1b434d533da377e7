import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { loadUserActors } from '../session/load-user-actors.ts'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { namesInScope } from './names-in-scope.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

async function actorOf({ id, workspaceId: of }: TestUser) {
  return (await loadUserActors(server.db, of, [id])).get(id)!
}

async function addCompany(name: string, more: object = {}): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('companies')
    .values({ workspace_id: workspaceId, id, name, ...more })
    .execute()
  return id
}

describe('the names of the rows that a filter allows', () => {
  it('are in their order, each once, those of deleted rows included', async () => {
    const [zeta, alpha] = [
      await addCompany('Zeta'),
      await addCompany('Alpha', { deleted_at: new Date().toISOString() }),
    ]
    const actor = await actorOf(admin)
    expect(await namesInScope(server.db, actor, 'companies', [zeta, alpha, zeta])).toEqual(['Alpha', 'Zeta'])
    expect(await namesInScope(server.db, actor, 'companies', [])).toEqual([])
  })

  it('are without those of another workspace, which count as unknown ones', async () => {
    const own = await addCompany('Own')
    const stranger = await actorOf(await server.addUser((await server.addWorkspace()).workspaceId, 'admin'))
    expect(await namesInScope(server.db, stranger, 'companies', [own])).toEqual(['1 hidden'])
    expect(await namesInScope(server.db, stranger, 'users', [admin.id, newId()])).toEqual(['2 hidden'])
  })

  it('are without the positions, companies and colleagues of another client for a client reviewer', async () => {
    const [own, other] = [
      await addPosition(server.db, workspaceId),
      await addPosition(server.db, workspaceId),
    ]
    const reviewer = await server.addUser(workspaceId, 'client_reviewer', {
      companyId: own.companyId,
      name: 'Rita',
    })
    const rival = await server.addUser(workspaceId, 'client_reviewer', {
      companyId: other.companyId,
      name: 'Rolf',
    })
    const actor = await actorOf(reviewer)
    const named = (table: 'positions' | 'companies' | 'users', ids: string[]) =>
      namesInScope(server.db, actor, table, ids)
    expect(await named('positions', [own.id, other.id])).toEqual([`Position ${own.id.slice(-6)}`, '1 hidden'])
    expect(await named('companies', [own.companyId, other.companyId])).toEqual([
      `Company ${own.companyId}`,
      '1 hidden',
    ])
    expect(await named('users', [reviewer.id, rival.id])).toEqual(['Rita', '1 hidden'])
  })
})
