import { countApplications } from '@muster/contract/application-counts.ts'
import { selectApplications } from '@muster/contract/application-selection.ts'
import { createApplication, listApplications } from '@muster/contract/applications.ts'
import { getBoard, listBoardLanes } from '@muster/contract/board.ts'
import { listCalls, logCall } from '@muster/contract/calls.ts'
import { createCandidate, listCandidates, updateCandidate } from '@muster/contract/candidates.ts'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { restoreCustomField, retireCustomField } from '@muster/contract/custom-fields.ts'
import { createPosition, listPositions } from '@muster/contract/positions.ts'
import { search } from '@muster/contract/search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { containsCandidateText } from '../candidates/contains-candidate-text.ts'
import { connect } from '../database/connect.ts'
import { addCustomField, type FieldInput } from '../testing/add-custom-field.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { fieldMatches } from './search-values.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let recruiter: TestUser
/** Sees the same rows without contact data. */
let blind: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  blind = await server.addUser(workspaceId, 'recruiter')
  await hideContacts(server, blind)
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

const addField = (input: Partial<FieldInput> & { label: string }) => addCustomField(server, admin, input)

async function addCandidate(name: string, customFields: object) {
  const answer = await server.call(createCandidate, {
    as: admin,
    body: { name, customFields: { ...customFields } },
  })
  expect([answer.status, answer.body]).toMatchObject([201, {}])
  return answer.body
}

async function apply(name: string, customFields: object, ofCandidate: object = {}) {
  const candidate = { name, customFields: { ...ofCandidate } }
  const body = { positionId: position.id, candidate, customFields: { ...customFields } }
  const answer = await server.call(createApplication, { as: admin, body })
  expect([answer.status, answer.body]).toMatchObject([201, {}])
  return answer.body
}

async function candidatesBy(q: string, as = recruiter): Promise<string[]> {
  const { status, body } = await server.call(listCandidates, { as, query: { q, sort: 'name' } })
  expect(status).toBe(200)
  return body.items.map(({ name }) => name)
}

async function applicationsBy(q: string, as = recruiter): Promise<string[]> {
  const { status, body } = await server.call(listApplications, { as, query: { q, sort: 'candidate' } })
  expect(status).toBe(200)
  return body.items.map(({ candidate }) => candidate.name)
}

async function found(q: string, as = recruiter) {
  const { status, body } = await server.call(search, { as, query: { q } })
  expect(status).toBe(200)
  return Object.fromEntries(
    Object.entries(body).flatMap(([kind, items]) => (items.length > 0 ? [[kind, items.length]] : [])),
  )
}

describe('a list of candidates', () => {
  it('is searched by the texts of their custom fields', async () => {
    await addField({ label: 'Badge' })
    await addField({ label: 'Story', type: 'longText' })
    await addField({ label: 'Portfolio', type: 'link' })
    await addField({ label: 'Second email', type: 'email' })
    await addCandidate('Ana', {
      badge: 'Größe XK-77',
      story: 'Grew up in\nTromsø',
      portfolio: 'https://brightwork.example/Ana_1',
      secondEmail: 'ana.second@brightwork.example',
    })
    await addCandidate('Bo', { badge: 'XK-78' })
    for (const q of ['xk-77', 'GROSSE', 'tromso', 'ana_1', 'ana.second@brightwork.example', 'brightwork'])
      expect([q, await candidatesBy(q)]).toEqual([q, ['Ana']])
    expect(await candidatesBy('xk-7')).toEqual(['Ana', 'Bo'])
    expect(await candidatesBy('xk_7')).toEqual([])
  })

  it('finds each word of the text in any of their fields, or in their name', async () => {
    await addCandidate('Carla Unique', { badge: 'Quartz', story: 'Sails at night' })
    expect(await candidatesBy('quartz night unique')).toEqual(['Carla Unique'])
    expect(await candidatesBy('quartz missing')).toEqual([])
  })

  it('finds a phone number in any format, and digits as they were typed', async () => {
    await addField({ label: 'Second phone', type: 'phone' })
    await addCandidate('Phoebe', { secondPhone: '+1 312 555 0177' })
    await addCandidate('Connor', { badge: '4711-0815' })
    for (const q of ['(312) 555-0177', '312 555 0177', '5550177'])
      expect([q, await candidatesBy(q)]).toEqual([q, ['Phoebe']])
    expect(await candidatesBy('4711-0815')).toEqual(['Connor'])
  })

  it('finds a word of one or two characters only as a whole word', async () => {
    await addField({ label: 'Papers', type: 'longText' })
    await addField({ label: 'Internal', visibleTo: ['coordinator'] })
    await addCandidate('Shorty One', { papers: 'Class B, É2 (CÉ)' })
    await addCandidate('Shorty Two', { papers: 'CEB Bce' })
    await addCandidate('Shorty Three', { internal: 'CE' })
    const found = async (word: string, as = recruiter) =>
      (await candidatesBy(`shorty ${word}`, as)).map((name) => name.replace('Shorty ', ''))
    expect(await found('ce')).toEqual(['One'])
    expect(await found('B')).toEqual(['One'])
    expect(await found('e2')).toEqual(['One'])
    expect(await found('ce', admin)).toEqual(['One', 'Three'])
  })

  it('finds options by their label, retired ones too, and by a whole short word of it', async () => {
    const { options: levels } = await addField({
      label: 'Level',
      type: 'choice',
      options: [{ label: 'Zenith' }, { label: 'Straße C1', retired: true }],
    })
    const { options: skills } = await addField({
      label: 'Skills',
      type: 'choices',
      options: [{ label: 'Welding' }, { label: 'Tufting' }],
    })
    await addCandidate('Levin', { level: levels[0]!.id, skills: skills.map(({ id }) => id) })
    const { id } = await addCandidate('Cleo', { skills: [skills[0]!.id] })
    await server.db
      .updateTable('candidates')
      .set({ custom_fields: JSON.stringify({ level: levels[1]!.id }) })
      .where('id', '=', id)
      .execute()
    expect(await candidatesBy('zenith tuft')).toEqual(['Levin'])
    expect(await candidatesBy('strasse')).toEqual(['Cleo'])
    expect(await candidatesBy('c1')).toEqual(['Cleo'])
    expect(await candidatesBy('c')).toEqual(expect.not.arrayContaining(['Levin']))
  })

  it('is not searched by keys, dates and IDs of options', async () => {
    await addField({ label: 'Expires', type: 'date' })
    const { options } = await addField({ label: 'Grade', type: 'choice', options: [{ label: 'Upper' }] })
    await addCandidate('Dated', { expires: '2031-02-28', grade: options[0]!.id })
    for (const q of ['2031-02', 'expires', options[0]!.id])
      expect([q, await candidatesBy(q)]).toEqual([q, []])
    expect(await candidatesBy('upper')).toEqual(['Dated'])
  })

  it('finds what was changed, and no longer what was there before', async () => {
    const { id } = await addCandidate('Changed', { badge: 'oldbadge' })
    await server.call(updateCandidate, {
      as: admin,
      params: { id },
      body: { customFields: { badge: 'newbadge' } },
    })
    expect([await candidatesBy('oldbadge'), await candidatesBy('newbadge')]).toEqual([[], ['Changed']])
  })

  it('finds values of a retired field again only once it is restored', async () => {
    const { id } = await addField({ label: 'Hobby' })
    await addCandidate('Hobbes', { hobby: 'falconry' })
    expect(await candidatesBy('falconry')).toEqual(['Hobbes'])
    await server.call(retireCustomField, { as: admin, params: { id } })
    expect([await candidatesBy('falconry', admin), await found('falconry', admin)]).toEqual([[], {}])
    await server.call(restoreCustomField, { as: admin, params: { id } })
    expect(await candidatesBy('falconry')).toEqual(['Hobbes'])
  })
})

describe('a search by custom fields', () => {
  const everywhere = async (q: string, as: TestUser) => {
    const query = { q }
    const board = await server.call(getBoard, { as, params: { id: position.id }, query })
    const lanes = await server.call(listBoardLanes, {
      as,
      params: { id: position.id },
      query: { q, group: 'owner' },
    })
    const calls = await server.call(listCalls, { as, query })
    const selected = await server.call(selectApplications, { as, query })
    return {
      list: await applicationsBy(q, as),
      count: (await server.call(countApplications, { as, query })).body.total.value,
      selection: selected.body.applicationIds.length,
      board: board.body.columns.flatMap(({ cards }) => cards).length,
      lanes: lanes.body.lanes.flatMap(({ counts }) => counts).reduce((sum, { count }) => sum + count, 0),
      calls: calls.body.items.length,
      search: await found(q, as),
    }
  }
  const nowhere = { list: [], count: 0, selection: 0, board: 0, lanes: 0, calls: 0, search: {} }

  it('finds applications by their own fields and those of their candidates, wherever they are searched', async () => {
    await addField({ subject: 'application', label: 'Remark' })
    await addField({ label: 'Origin' })
    const { id } = await apply('Fay', { remark: 'arrives with marmalade' }, { origin: 'Peruvian' })
    const call = await server.call(logCall, { as: admin, body: { applicationId: id } })
    expect(call.status).toBe(201)
    const once = { list: ['Fay'], count: 1, selection: 1, board: 1, lanes: 1, calls: 1 }
    expect(await everywhere('marmalade', recruiter)).toEqual({ ...once, search: { applications: 1 } })
    const both = { ...once, search: { applications: 1 } }
    expect(await everywhere('peruvian fay', recruiter)).toMatchObject({ ...both, search: { candidates: 1 } })
    expect(await everywhere('peruvian marmalade', recruiter)).toEqual(both)
    expect(await everywhere('peruvian jam', recruiter)).toEqual(nowhere)
  })

  it('finds nothing by a field that the role may not see', async () => {
    for (const subject of ['application', 'candidate'] as const)
      await addField({ subject, label: 'Verdict', visibleTo: ['coordinator'] })
    await apply('Gil', { verdict: 'wonderful' }, { verdict: 'amazing' })
    for (const q of ['wonderful', 'amazing', 'gil wonder']) {
      expect([q, await everywhere(q, recruiter)]).toEqual([q, nowhere])
      expect([q, await applicationsBy(q, admin)]).toEqual([q, ['Gil']])
    }
    expect([await candidatesBy('amazing'), await candidatesBy('amazing', admin)]).toEqual([[], ['Gil']])
  })

  it('finds nothing by options of a field that the role may not see', async () => {
    const { options } = await addField({
      subject: 'application',
      label: 'Rating',
      type: 'choice',
      options: [{ label: 'Superb' }],
      visibleTo: ['coordinator'],
    })
    await apply('Hal', { rating: options[0]!.id })
    expect(await everywhere('superb', recruiter)).toEqual(nowhere)
    expect(await applicationsBy('superb', admin)).toEqual(['Hal'])
  })

  it('finds nothing by personal data without the contact data permission', async () => {
    for (const subject of ['application', 'candidate'] as const)
      await addField({ subject, label: 'Nickname', personal: true })
    await apply('Ida', { nickname: 'sparrowhawk' }, { nickname: 'goldfinch' })
    for (const q of ['sparrowhawk', 'goldfinch']) {
      expect([q, await everywhere(q, blind)]).toEqual([q, nowhere])
      expect([q, await applicationsBy(q)]).toEqual([q, ['Ida']])
    }
    expect([await candidatesBy('goldfinch', blind), await candidatesBy('goldfinch')]).toEqual([[], ['Ida']])
  })

  it('finds nothing for client reviewers, nor in another workspace', async () => {
    const reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const application = await apply('Jo', { remark: 'halibut' }, { origin: 'halibut' })
    await server.db
      .updateTable('applications')
      .set({ status_type: 'submitted', status_id: position.statuses.submitted, reached: 3 })
      .where('id', '=', application.id)
      .execute()
    expect(await applicationsBy('jo', reviewer)).toEqual(['Jo'])
    expect([await applicationsBy('halibut', reviewer), await found('halibut', reviewer)]).toEqual([[], {}])
    expect([await applicationsBy('halibut', stranger), await found('halibut', stranger)]).toEqual([[], {}])
  })

  it('finds only applications that the role may see', async () => {
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    const { id } = await apply('Kim', { remark: 'tangerine' })
    expect(await applicationsBy('tangerine', coordinator)).toEqual([])
    await server.db
      .updateTable('applications')
      .set({ owner_id: coordinator.id })
      .where('id', '=', id)
      .execute()
    expect(await applicationsBy('tangerine', coordinator)).toEqual(['Kim'])
  })

  it('finds positions and companies by their fields', async () => {
    await addField({ subject: 'company', label: 'Sector' })
    const { options } = await addField({
      subject: 'position',
      label: 'Shift',
      type: 'choice',
      options: [{ label: 'Graveyard' }],
    })
    await addField({ subject: 'position', label: 'Code', visibleTo: ['coordinator'] })
    const company = await server.call(createCompany, {
      as: admin,
      body: { name: 'Harbour', customFields: { sector: 'Shipbuilding' } },
    })
    const created = await server.call(createPosition, {
      as: admin,
      body: {
        name: 'Welder',
        companyId: company.body.id,
        customFields: { shift: options[0]!.id, code: 'SECRET-9' },
      },
    })
    expect([company.status, created.status]).toEqual([201, 201])
    const names = async (q: string, as = recruiter) => [
      (await server.call(listCompanies, { as, query: { q } })).body.items.map(({ name }) => name),
      (await server.call(listPositions, { as, query: { q } })).body.items.map(({ name }) => name),
    ]
    expect(await names('shipbuild')).toEqual([['Harbour'], []])
    expect(await names('graveyard weld')).toEqual([[], ['Welder']])
    expect([await names('secret-9'), await names('secret-9', admin)]).toEqual([
      [[], []],
      [[], ['Welder']],
    ])
    expect([await found('shipbuild'), await found('graveyard')]).toEqual([{ companies: 1 }, { positions: 1 }])
  })

  it('finds applications by a value that more candidates have than are looked up first', async () => {
    const other = (await server.addWorkspace()).workspaceId
    const as = await server.addUser(other, 'admin')
    await addCustomField(server, as, { label: 'Town' })
    const at = await addPosition(server.db, other)
    const ids = await Promise.all(
      ['Last', 'Elsewhere'].map(async (name) => {
        const { body } = await server.call(createApplication, {
          as,
          body: { positionId: at.id, candidate: { name, customFields: { town: name } } },
        })
        return body.candidate.id
      }),
    )
    await sql`
      insert into candidates (workspace_id, id, name, custom_fields)
      select ${other}::uuid, gen_random_uuid(), 'Person ' || n, '{"town":"Springfield"}'
      from generate_series(1, 10001) n
    `.execute(server.db)
    expect(await applicationsBy('springfield', as)).toEqual([])
    await server.db
      .updateTable('candidates')
      .set({ custom_fields: JSON.stringify({ town: 'Springfield' }) })
      .where('id', '=', ids[0]!)
      .execute()
    expect(await applicationsBy('springfield', as)).toEqual(['Last'])
  })

  it('finds rows by more options than the index is asked for', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const as = await server.addUser(other, 'admin')
    const options = Array.from({ length: 150 }, (_, index) => ({ label: `Region ${index}` }))
    const single = await addCustomField(server, as, { label: 'Region', type: 'choice', options })
    const several = await addCustomField(server, as, { label: 'Regions', type: 'choices', options })
    for (const customFields of [
      { region: single.options[149]!.id },
      { regions: [several.options[3]!.id, several.options[7]!.id] },
      {},
    ])
      await server.call(createCandidate, { as, body: { name: 'Someone', customFields } })
    expect((await candidatesBy('region', as)).length).toBe(2)
  })
})

describe('the search of a table', () => {
  /** As their owner: for anybody else, PostgreSQL skips a table with a warning. */
  async function analyzeCandidates() {
    const owner = connect(server.ownerConnectionString, 1)
    await sql`analyze candidates`.execute(owner)
    await owner.destroy()
  }

  const actorOf = (workspaceId: string) =>
    ({ workspaceId, role: 'admin', permissions: { has: () => true } }) as never

  it('expects many rows of a word that nearly every row has', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'admin')
    await addCustomField(server, as, { label: 'Town' })
    await sql`
      insert into candidates (workspace_id, id, name, custom_fields)
      select ${workspaceId}::uuid, gen_random_uuid(), 'Person ' || n, jsonb_build_object('town', 'CE Town ' || md5(n::text))
      from generate_series(1, 5000) n
    `.execute(server.db)
    await analyzeCandidates()
    const expectedOf = async (word: string) => {
      const matches = await fieldMatches(server.db, actorOf(workspaceId), 'candidate', word)
      const { rows } = await sql<Record<string, [{ Plan: { 'Plan Rows': number } }]>>`
        explain (format json) select id from candidates
        where workspace_id = ${workspaceId} and ${containsCandidateText(sql`search_text`, word, matches)}
      `.execute(server.db)
      return rows[0]!['QUERY PLAN']![0].Plan['Plan Rows']
    }
    for (const [common, rare] of [
      ['town', 'village'],
      ['ce', 'be'],
    ] as const) {
      expect(await expectedOf(common), common).toBeGreaterThan(300)
      expect(await expectedOf(rare), rare).toBeLessThan(100)
    }
  })

  it('looks up names, texts and options in one pass over indexes', async () => {
    const other = (await server.addWorkspace()).workspaceId
    const as = await server.addUser(other, 'admin')
    await addCustomField(server, as, { label: 'Town' })
    await addCustomField(server, as, { label: 'Field', type: 'choice', options: [{ label: 'Needlework' }] })
    await sql`
      insert into candidates (workspace_id, id, name, custom_fields)
      select ${other}::uuid, gen_random_uuid(), 'Person ' || n, jsonb_build_object('town', 'Town ' || md5(n::text))
      from generate_series(1, 20000) n
    `.execute(server.db)
    await analyzeCandidates()
    const matches = await fieldMatches(server.db, actorOf(other), 'candidate', 'needle')
    const { rows } = await sql<Record<string, string>>`
      explain select id from candidates
      where workspace_id = ${other} and ${containsCandidateText(sql`search_text`, 'needle', matches)}
    `.execute(server.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const part of [
      'BitmapOr',
      'candidates_search',
      'candidates_field_texts',
      'candidates_custom_fields',
    ])
      expect(plan).toContain(part)
  })

  it('reads no other rows of the index than those with custom fields', async () => {
    const { rows } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where indexname like '%\\_field\\_texts' order by 1
    `.execute(server.db)
    expect(rows).toHaveLength(4)
    for (const { definition } of rows) expect(definition).toContain(`WHERE (custom_fields <> '{}'`)
  })
})

describe('field_texts', () => {
  it('works without a search path, as maintenance of indexes runs', async () => {
    const text = await server.db.transaction().execute(async (tx) => {
      await sql`set local search_path = pg_catalog, pg_temp`.execute(tx)
      const { rows } = await sql<{ text: string }>`
        select public.field_texts(${JSON.stringify({ a: 'Ä', b: 1, c: ['x'], d: 'Z' })}::jsonb) as text
      `.execute(tx)
      return rows[0]!.text
    })
    expect(text).toBe('a\nz')
  })
})
