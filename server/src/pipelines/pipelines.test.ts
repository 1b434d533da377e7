import * as contract from '@muster/contract/pipelines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser
let defaultId: string

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId, pipelineId } = await server.addWorkspace()
  defaultId = pipelineId
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

const short = [
  { name: 'In', type: 'lead' },
  { name: 'Talking', type: 'contacted', slaDays: 1.5 },
  { name: 'Out', type: 'closed', color: '#112233' },
] as const

async function create(name: string) {
  const { body } = await server.call(contract.createPipeline, {
    as: admin,
    body: { name, stages: [...short] },
  })
  return body
}

async function stageNames(id: string) {
  const { body } = await server.call(contract.listStages, { as: admin, params: { id } })
  expect(body.items.map((stage) => stage.order)).toEqual(body.items.map((_, index) => index))
  return body.items.map((stage) => stage.name)
}

describe('createPipeline', () => {
  it('starts with the stages of the default pipeline', async () => {
    const { status, body } = await server.call(contract.createPipeline, {
      as: admin,
      body: { name: 'Nurses' },
    })
    expect(status).toBe(201)
    const { body: standard } = await server.call(contract.getPipeline, {
      as: admin,
      params: { id: defaultId },
    })
    const plain = (stages: typeof body.stages) =>
      stages.map(({ name, type, slaDays }) => ({ name, type, slaDays }))
    expect(plain(body.stages)).toEqual(plain(standard.stages))
    expect(body.isDefault).toBe(false)
  })

  it('uses the given stages, with the colour of their type by default', async () => {
    const { stages } = await create('Short one')
    expect(stages).toMatchObject([
      { name: 'In', color: '#6B7280', slaDays: null, order: 0 },
      { name: 'Talking', slaDays: 1.5, order: 1 },
      { name: 'Out', color: '#112233', order: 2 },
    ])
  })

  it.each([
    ['no closed stage', [short[0], short[1]]],
    ['nowhere to start', [{ name: 'Hired', type: 'hired' } as const, short[2]]],
    ['two stages of one name', [short[0], { name: 'IN', type: 'offer' } as const, short[2]]],
  ])('refuses %s', async (_, stages) => {
    const { status, body } = await server.call(contract.createPipeline, {
      as: admin,
      body: { name: 'Never', stages },
    })
    expect(status).toBe(422)
    expect(body.details).toHaveProperty('stages')
  })

  it('refuses a duplicate name', async () => {
    await create('Twice')
    const { status } = await server.call(contract.createPipeline, { as: admin, body: { name: 'twice' } })
    expect(status).toBe(409)
  })
})

describe('updatePipeline', () => {
  it('keeps exactly one default under concurrent changes', async () => {
    const made = await Promise.all(['One', 'Two', 'Three', 'Four'].map(create))
    const answers = await Promise.all(
      made.map(({ id }) =>
        server.call(contract.updatePipeline, { as: admin, params: { id }, body: { isDefault: true } }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    const { body } = await server.call(contract.listPipelines, { as: admin })
    expect(body.items.filter((item) => item.isDefault)).toHaveLength(1)
  })

  it('leaves the others as they are when another becomes the default', async () => {
    const [first, second] = [await create('Never default'), await create('Default once')]
    const setDefault = (id: string) =>
      server.call(contract.updatePipeline, { as: admin, params: { id }, body: { isDefault: true } })
    await setDefault(second.id)
    expect((await setDefault(defaultId)).status).toBe(200)
    const { body } = await server.call(contract.getPipeline, { as: admin, params: { id: first.id } })
    expect(body).toMatchObject({ version: first.version, isDefault: false })
  })

  it('counts for a hiring manager the positions that are theirs', async () => {
    const manager = await server.addUser(admin.workspaceId, 'hiring_manager')
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['pipelines:read'] })
      .where('id', '=', manager.id)
      .execute()
    await addPosition(server.db, admin.workspaceId, { hiringManagerId: manager.id })
    await addPosition(server.db, admin.workspaceId)
    const { body } = await server.call(contract.getPipeline, { as: manager, params: { id: defaultId } })
    expect(body.positionCount).toBe(1)
  })

  it('reorders the stages', async () => {
    const { id, stages } = await create('Reordered')
    const stageIds = stages.map((stage) => stage.id).reverse()
    await server.call(contract.updatePipeline, { as: admin, params: { id }, body: { stageIds } })
    expect(await stageNames(id)).toEqual(['Out', 'Talking', 'In'])
  })

  it('refuses an order that is not exactly its stages', async () => {
    const { id, stages } = await create('Not reordered')
    const other = await create('The other')
    const ids = stages.map((stage) => stage.id)
    for (const stageIds of [ids.slice(1), [...ids, ids[0]!], [...ids.slice(1), other.stages[0]!.id]]) {
      const { status, body } = await server.call(contract.updatePipeline, {
        as: admin,
        params: { id },
        body: { stageIds },
      })
      expect(status).toBe(422)
      expect(body.details).toHaveProperty('stageIds')
    }
  })

  it('refuses a stale version', async () => {
    const { id } = await create('Renamed')
    const rename = (name: string) =>
      server.call(contract.updatePipeline, { as: admin, params: { id }, body: { name, version: 1 } })
    expect((await rename('Renamed once')).status).toBe(200)
    expect((await rename('Renamed twice')).status).toBe(409)
  })
})

describe('rules for call outcomes', () => {
  it('move to a stage of the same pipeline that is not Hired, once for each outcome', async () => {
    const pipeline = await create('With rules')
    const other = await create('Another with stages')
    const hired = await server.call(contract.createStage, {
      as: admin,
      params: { id: pipeline.id },
      body: { name: 'Done', type: 'hired' },
    })
    const save = (outcomeRules: { outcome: 'interested'; toStageId: string }[]) =>
      server.call(contract.updatePipeline, { as: admin, params: { id: pipeline.id }, body: { outcomeRules } })
    const toStageId = pipeline.stages[1]!.id
    const refused = [
      await save([{ outcome: 'interested', toStageId: other.stages[1]!.id }]),
      await save([{ outcome: 'interested', toStageId: hired.body.id }]),
      await save([
        { outcome: 'interested', toStageId },
        { outcome: 'interested', toStageId: pipeline.stages[0]!.id },
      ]),
    ]
    expect(refused.map(({ status, body }) => [status, Object.keys(body.details ?? {})])).toEqual(
      refused.map(() => [422, ['outcomeRules']]),
    )
    expect((await save([{ outcome: 'interested', toStageId }])).status).toBe(200)
  })
})

describe('deletePipeline', () => {
  it('can be undone', async () => {
    const { id } = await create('Short-lived')
    const params = { id }
    expect((await server.call(contract.deletePipeline, { as: admin, params })).status).toBe(204)
    expect((await server.call(contract.getPipeline, { as: admin, params })).status).toBe(404)
    expect((await server.call(contract.restorePipeline, { as: admin, params })).status).toBe(200)
  })

  it('leaves nothing to add a stage to', async () => {
    const { id } = await create('Gone')
    await server.call(contract.deletePipeline, { as: admin, params: { id } })
    const { status } = await server.call(contract.createStage, {
      as: admin,
      params: { id },
      body: { name: 'Late', type: 'lead' },
    })
    expect(status).toBe(404)
  })

  it('refuses the default pipeline', async () => {
    const { body } = await server.call(contract.listPipelines, { as: admin })
    const { id, can } = body.items.find((item) => item.isDefault)!
    expect(can).toEqual({ edit: true, delete: false })
    expect((await server.call(contract.deletePipeline, { as: admin, params: { id } })).status).toBe(409)
  })
})

describe('createStage', () => {
  it('appends the stage, or inserts it at the given place', async () => {
    const { id } = await create('Growing')
    const add = (name: string, order?: number) =>
      server.call(contract.createStage, {
        as: admin,
        params: { id },
        body: { name, type: 'qualified', order },
      })
    expect((await add('Last')).body.order).toBe(3)
    expect((await add('First', 0)).body.order).toBe(0)
    expect((await add('Beyond', 30)).body.order).toBe(5)
    expect(await stageNames(id)).toEqual(['First', 'In', 'Talking', 'Out', 'Last', 'Beyond'])
  })

  it('keeps a complete order when many are added concurrently', async () => {
    const { id } = await create('Busy')
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        server.call(contract.createStage, {
          as: admin,
          params: { id },
          body: { name: `Stage ${index}`, type: 'interview', order: 1 },
        }),
      ),
    )
    expect(await stageNames(id)).toHaveLength(13)
  })
})

describe('updateStage', () => {
  it('changes the sent fields and moves the stage', async () => {
    const { id, stages } = await create('Changing')
    const { body } = await server.call(contract.updateStage, {
      as: admin,
      params: { id: stages[1]!.id },
      body: { name: 'Chatting', slaDays: null, order: 0 },
    })
    expect(body).toMatchObject({ name: 'Chatting', slaDays: null, order: 0, type: 'contacted', version: 2 })
    expect(await stageNames(id)).toEqual(['Chatting', 'In', 'Out'])
  })

  it('refuses to change the type of the last closed stage', async () => {
    const { stages } = await create('Endless')
    const { status } = await server.call(contract.updateStage, {
      as: admin,
      params: { id: stages[2]!.id },
      body: { type: 'hired' },
    })
    expect(status).toBe(409)
  })
})

describe('deleteStage', () => {
  it('closes the gap and frees the name', async () => {
    const { id, stages } = await create('Shrinking')
    const params = { id: stages[0]!.id }
    expect((await server.call(contract.deleteStage, { as: admin, params })).status).toBe(204)
    expect((await server.call(contract.deleteStage, { as: admin, params })).status).toBe(404)
    expect(await stageNames(id)).toEqual(['Talking', 'Out'])
    const again = { as: admin, params: { id }, body: { name: 'In', type: 'lead' } as const }
    expect((await server.call(contract.createStage, again)).status).toBe(201)
  })

  it('refuses the last closed stage, even of two deleted concurrently', async () => {
    const { id, stages } = await create('Two endings')
    const { body: second } = await server.call(contract.createStage, {
      as: admin,
      params: { id },
      body: { name: 'Out too', type: 'closed' },
    })
    const answers = await Promise.all(
      [stages[2]!.id, second.id].map((stageId) =>
        server.call(contract.deleteStage, { as: admin, params: { id: stageId } }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409])
  })
})

describe('restoreStage', () => {
  it('restores none beyond the thirty that a pipeline may have', async () => {
    const { id, stages } = await create('Full')
    await server.call(contract.deleteStage, { as: admin, params: { id: stages[1]!.id } })
    const addStage = (name: string) =>
      server.call(contract.createStage, { as: admin, params: { id }, body: { name, type: 'lead' } })
    for (let added = 2; added < 30; added++) expect((await addStage(`Stage ${added}`)).status).toBe(201)
    expect((await addStage('Stage 30')).status).toBe(409)
    const { status } = await server.call(contract.restoreStage, { as: admin, params: { id: stages[1]!.id } })
    expect(status).toBe(409)
  })

  it('restores a stage to its place, if its name is free', async () => {
    const { id, stages } = await create('Growing back')
    const params = { id: stages[1]!.id }
    await server.call(contract.deleteStage, { as: admin, params })
    expect((await server.call(contract.restoreStage, { as: admin, params })).status).toBe(200)
    expect(await stageNames(id)).toEqual(['In', 'Talking', 'Out'])
    await server.call(contract.deleteStage, { as: admin, params })
    await server.call(contract.createStage, {
      as: admin,
      params: { id },
      body: { name: 'Talking', type: 'lead' },
    })
    expect((await server.call(contract.restoreStage, { as: admin, params })).status).toBe(409)
  })
})

describe('what was deleted', () => {
  it('can be restored for 30 days: a pipeline and a stage', async () => {
    const pipeline = await create('Restored late')
    const stage = pipeline.stages[1]!
    const restoreAfter = async (days: number) => {
      const deleted = { deleted_at: sql<string>`now() - make_interval(days => ${days})` }
      await server.db.updateTable('stages').set(deleted).where('id', '=', stage.id).execute()
      const ofStage = await server.call(contract.restoreStage, { as: admin, params: { id: stage.id } })
      await server.db.updateTable('pipelines').set(deleted).where('id', '=', pipeline.id).execute()
      const params = { id: pipeline.id }
      return [ofStage.status, (await server.call(contract.restorePipeline, { as: admin, params })).status]
    }
    expect(await restoreAfter(31)).toEqual([404, 404])
    await server.db.updateTable('pipelines').set({ deleted_at: null }).where('id', '=', pipeline.id).execute()
    expect(await restoreAfter(29)).toEqual([200, 200])
  })

  it('is in no list and counts no deleted position', async () => {
    const pipeline = await create('Counted')
    const [kept, gone] = [
      await addPosition(server.db, admin.workspaceId),
      await addPosition(server.db, admin.workspaceId),
    ]
    await server.db
      .updateTable('positions')
      .set({ pipeline_id: pipeline.id })
      .where('id', 'in', [kept.id, gone.id])
      .execute()
    await server.db
      .updateTable('positions')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', gone.id)
      .execute()
    const params = { id: pipeline.id }
    expect((await server.call(contract.getPipeline, { as: admin, params })).body.positionCount).toBe(1)
    await server.call(contract.deletePipeline, { as: admin, params })
    const { body } = await server.call(contract.listPipelines, { as: admin, query: { q: 'Counted' } })
    expect(body.items).toEqual([])
  })
})
