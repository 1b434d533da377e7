import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as contract from '@muster/contract/agents.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { newId } from '../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

type Provider = 'twilio' | 'vapi' | 'retell' | 'generic' | null

async function newAdmin(): Promise<TestUser> {
  const { workspaceId } = await server.addWorkspace()
  return server.addUser(workspaceId, 'admin')
}

const create = (as: TestUser, provider: Provider, providerAgentId: string | null) =>
  server.call(contract.createAgent, { as, body: { name: 'Nova', kind: 'voice', provider, providerAgentId } })

type Patch = { provider?: Provider; providerAgentId?: string | null; name?: string }

const change = (as: TestUser, id: string, body: Patch) =>
  server.call(contract.updateAgent, { as, params: { id }, body })

const refusal = {
  status: 409,
  body: {
    code: 'CONFLICT',
    message:
      'This agent ID is already in use in another workspace. Check the ID and the provider, or ask the administrator of this installation.',
    details: null,
  },
}

describe('a provider’s agent id that another workspace has', () => {
  it('is refused when an agent is added, changed or restored with it', async () => {
    const [first, second] = [await newAdmin(), await newAdmin()]
    const id = newId()
    expect((await create(first, 'vapi', id)).status).toBe(201)
    expect(await create(second, 'vapi', id)).toMatchObject(refusal)
    const { body: agent } = await create(second, 'vapi', newId())
    expect(await change(second, agent.id, { providerAgentId: id })).toMatchObject(refusal)
    const { body: elsewhere } = await create(second, 'retell', id)
    expect(await change(second, elsewhere.id, { provider: 'vapi' })).toMatchObject(refusal)
    expect(await change(second, elsewhere.id, { provider: null })).toMatchObject(refusal)
    const { body: deleted } = await create(second, 'generic', id)
    const as = { as: second, params: { id: deleted.id } }
    expect((await server.call(contract.deleteAgent, as)).status).toBe(204)
    expect((await create(first, 'generic', id)).status).toBe(201)
    expect(await server.call(contract.restoreAgent, as)).toMatchObject(refusal)
    expect((await server.call(contract.listAgents, { as: second })).body.items).toHaveLength(2)
  })

  it('is refused without a provider too, as it may then be any provider’s', async () => {
    const [first, second] = [await newAdmin(), await newAdmin()]
    const [withProvider, without] = [newId(), newId()]
    await create(first, 'retell', withProvider)
    expect(await create(second, null, withProvider)).toMatchObject(refusal)
    await create(first, null, without)
    for (const provider of ['twilio', 'vapi', 'retell', 'generic', null] as const)
      expect(await create(second, provider, without)).toMatchObject(refusal)
  })

  it('is another agent’s at another provider', async () => {
    const id = newId()
    for (const provider of ['twilio', 'vapi', 'retell', 'generic'] as const)
      expect((await create(await newAdmin(), provider, id)).status).toBe(201)
  })

  it('is free once the other workspace clears it, changes it or deletes the agent', async () => {
    const [first, second] = [await newAdmin(), await newAdmin()]
    const ids = [newId(), newId(), newId()] as const
    const agents = await Promise.all(ids.map(async (id) => (await create(first, null, id)).body.id))
    await change(first, agents[0]!, { providerAgentId: null })
    await change(first, agents[1]!, { providerAgentId: newId() })
    await server.call(contract.deleteAgent, { as: first, params: { id: agents[2]! } })
    for (const id of ids) expect((await create(second, null, id)).status).toBe(201)
  })

  it('stays taken while one agent of the other workspace still has it', async () => {
    const [first, second] = [await newAdmin(), await newAdmin()]
    const id = newId()
    const { body: any } = await create(first, null, id)
    const { body: one } = await create(first, 'vapi', id)
    await change(first, any.id, { providerAgentId: null })
    expect(await create(second, 'vapi', id)).toMatchObject(refusal)
    expect((await create(second, 'retell', id)).status).toBe(201)
    expect((await change(first, one.id, { name: 'Juno' })).status).toBe(200)
    await change(first, one.id, { providerAgentId: null })
    expect((await create(second, 'vapi', id)).status).toBe(201)
  })

  it('goes to one of those who enter it at the same moment', async () => {
    const admins = await Promise.all(Array.from({ length: 6 }, newAdmin))
    const agents = await Promise.all(admins.map(async (as) => (await create(as, 'vapi', null)).body.id))
    for (const round of ['added', 'changed']) {
      const id = `${round}-${newId()}`
      const answers = await Promise.all(
        admins.map(async (as, place) =>
          round === 'added' ? create(as, 'retell', id) : change(as, agents[place]!, { providerAgentId: id }),
        ),
      )
      const refused = answers.filter(({ status }) => status === 409)
      expect(refused).toHaveLength(5)
      for (const answer of refused) expect(answer).toMatchObject(refusal)
    }
  })
})

describe('agent ids that several workspaces had before the rule', () => {
  it('belong to none of them until all but one have removed it, and to nobody else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muster-claims-'))
    const all = new URL('../../migrations/', import.meta.url)
    const names = (await readdir(all)).filter((name) => name.endsWith('.sql')).sort()
    const copy = (chosen: string[]) =>
      Promise.all(chosen.map((name) => cp(fileURLToPath(new URL(name, all)), join(folder, name))))
    const admin = new pg.Client({ connectionString: inject('postgres') })
    await admin.connect()
    const database = `muster_claims_${process.pid}`
    const url = new URL(inject('postgres'))
    url.pathname = `/${database}`
    await admin.query(`create database ${database}`)
    const client = new pg.Client({ connectionString: url.href })
    try {
      const directory = pathToFileURL(`${folder}/`)
      await copy(names.filter((name) => name < '0050'))
      await migrate(url.href, { directory })
      await client.connect()
      const workspaces = [newId(), newId(), newId()]
      for (const id of workspaces)
        await client.query(`insert into workspaces (id, name) values ($1, 'W')`, [id])
      const add = (workspace: string, id: string, provider: string | null) =>
        client.query(
          `insert into agents (workspace_id, id, name, kind, provider, provider_agent_id)
            values ($1, $2, 'Nova', 'voice', $3, $4)`,
          [workspace, newId(), provider, id],
        )
      const [a, b, c] = workspaces as [string, string, string]
      await add(a, 'both', 'Vapi')
      await add(b, 'both', null)
      await add(a, 'one', 'elevenlabs')
      await copy(names.filter((name) => name >= '0050'))
      await migrate(url.href, { directory })
      const claims = async () => {
        const { rows } = await client.query<{ claim: string; workspace_id: string | null }>(
          `select provider || ' ' || provider_agent_id as claim, workspace_id from provider_agent_claims order by 1`,
        )
        return rows.map(({ claim, workspace_id: id }) => [claim, id])
      }
      const others = ['generic both', 'retell both', 'twilio both'].map((claim) => [claim, b])
      const one = ['generic one', a]
      const disputed = [others[0], one, ...others.slice(1), ['vapi both', null]]
      expect(await claims()).toEqual(disputed)
      await expect(add(c, 'both', 'vapi')).rejects.toMatchObject({ code: '23505' })
      await client.query(`update agents set name = 'Juno', deleted_at = null`)
      expect(await claims()).toEqual(disputed)
      await client.query('update agents set provider_agent_id = null where workspace_id = $1', [b])
      expect(await claims()).toEqual([one, ['vapi both', a]])
      await client.query('delete from agents where workspace_id = $1', [a])
      expect(await claims()).toEqual([])
    } finally {
      await client.end()
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
      await rm(folder, { recursive: true })
    }
  })
})
