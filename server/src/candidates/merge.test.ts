import { createComment, deleteComment, listActivityLogs } from '@muster/contract/activity-logs.ts'
import {
  closeApplication,
  createApplication,
  deleteApplication,
  getApplication,
  reopenApplication,
} from '@muster/contract/applications.ts'
import { logCall } from '@muster/contract/calls.ts'
import * as merges from '@muster/contract/candidate-merges.ts'
import * as contract from '@muster/contract/candidates.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { previewImport } from '@muster/contract/import-preview.ts'
import { analyzeImport } from '@muster/contract/imports.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { followEvents } from '../testing/follow-events.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { sendFile } from '../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let positions: TestPosition[]

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter', { name: 'Rita' })
  positions = [await addPosition(server.db, workspaceId), await addPosition(server.db, workspaceId)]
})

afterAll(() => server?.stop())

type Input = CallOf<typeof contract.createCandidate>['body']

async function add(body: Input) {
  const answer = await server.call(contract.createCandidate, {
    as: recruiter,
    body: { allowDuplicate: true, ...body },
  })
  expect(answer.status).toBe(201)
  return answer.body
}

async function apply(candidateId: string, position = positions[0]!, type: 'lead' | 'qualified' = 'lead') {
  const { status, body } = await server.call(createApplication, {
    as: recruiter,
    body: { candidateId, positionId: position.id, statusId: position.statuses[type] },
  })
  expect(status).toBe(201)
  return body.id
}

async function merge(
  survivorId: string,
  mergedId: string,
  more: Partial<{
    choices: Record<string, 'survivor' | 'merged' | 'both'>
    keepApplicationIds: string[]
    version: number
    mergedVersion: number
  }> = {},
) {
  const version = async (id: string) =>
    (await server.call(contract.getCandidate, { as: recruiter, params: { id } })).body.version
  return server.call(merges.mergeCandidates, {
    as: recruiter,
    params: { id: survivorId },
    body: {
      mergedId,
      version: await version(survivorId),
      mergedVersion: await version(mergedId),
      ...more,
    },
  })
}

function unmerge(id: string, mergeId: string, as = recruiter) {
  return server.call(merges.unmergeCandidates, { as, params: { id, mergeId } })
}

const get = (id: string, as = recruiter) => server.call(contract.getCandidate, { as, params: { id } })

/** Returns all candidate data of the workspace except versions, modification times and history. */
async function rows() {
  const one = (table: string, without: string[]) =>
    sql<{ row: unknown }>`
      select to_jsonb(t) - ${without}::text[] as row from ${sql.table(table)} t
      where workspace_id = ${workspaceId} order by 1
    `.execute(server.db)
  const changing = ['version', 'updated_at', 'changed_at', 'last_activity_at']
  return {
    candidates: (await one('candidates', changing)).rows,
    applications: (await one('applications', changing)).rows,
    calls: (await one('calls', ['changed_at'])).rows,
    dispositions: (await one('dispositions', [])).rows,
    contacts: (await one('merged_contacts', [])).rows,
    notifications: (await one('notifications', ['changed_at'])).rows,
  }
}

describe('previewMerge', () => {
  it('returns kept values, conflicts, collisions and moves, and writes nothing', async () => {
    const bea = await add({ name: 'Bea Kim', email: 'bea@example.com', notes: 'Nights', tags: ['a'] })
    const beatrice = await add({
      name: 'Beatrice Kim',
      email: 'kim@example.com',
      phone: '+13125550101',
      notes: 'Days',
      tags: ['b'],
      doNotCall: false,
      consent: 'withdrawn',
    })
    const first = await apply(bea.id)
    const second = await apply(beatrice.id, positions[0], 'qualified')
    await apply(beatrice.id, positions[1])
    await server.call(createComment, { as: recruiter, params: { id: second }, body: { body: 'Hello' } })
    await server.call(logCall, { as: recruiter, body: { applicationId: second, endReason: 'no_answer' } })
    const before = await rows()
    const { status, body } = await server.call(merges.previewMerge, {
      as: recruiter,
      params: { id: bea.id },
      query: { mergedId: beatrice.id },
    })
    expect(status).toBe(200)
    expect(body.fields).toEqual([
      { field: 'name', suggested: 'survivor', choices: ['survivor', 'merged'], conflict: true },
      { field: 'email', suggested: 'survivor', choices: ['survivor', 'merged'], conflict: true },
      { field: 'phone', suggested: 'merged', choices: ['survivor', 'merged'], conflict: false },
      { field: 'notes', suggested: 'both', choices: ['survivor', 'merged', 'both'], conflict: true },
      { field: 'tags', suggested: 'both', choices: ['survivor', 'merged', 'both'], conflict: true },
    ])
    expect(body.consent).toBe('withdrawn')
    expect(body.collisions).toMatchObject([
      {
        survivor: { id: first, calls: 0 },
        merged: { id: second, calls: 1, comments: 1 },
        suggestedId: second,
      },
    ])
    expect(body.moves).toEqual({ applications: 2, calls: 1, files: 0, comments: 1, notifications: 0 })
    expect(await rows()).toEqual(before)
  })

  it('suggests the application of the candidate who stays when the other came no further', async () => {
    const [one, two] = [await add({ name: 'Level A' }), await add({ name: 'Level B' })]
    const older = await apply(two.id)
    const own = await apply(one.id)
    const { body: comment } = await server.call(createComment, {
      as: recruiter,
      params: { id: older },
      body: { body: 'Hello' },
    })
    await server.call(deleteComment, { as: recruiter, params: { id: older, commentId: comment.id } })
    const { body } = await server.call(merges.previewMerge, {
      as: recruiter,
      params: { id: one.id },
      query: { mergedId: two.id },
    })
    expect(body.collisions).toMatchObject([{ suggestedId: own, merged: { id: older, comments: 0 } }])
  })

  it('leaves deleted applications and comments out', async () => {
    const [one, two] = [await add({ name: 'Gone A' }), await add({ name: 'Gone B' })]
    await apply(one.id)
    const [deleted, kept] = [await apply(two.id), await apply(two.id, positions[1])]
    const comment = await server.call(createComment, {
      as: recruiter,
      params: { id: kept },
      body: { body: 'Hello' },
    })
    await server.call(deleteComment, { as: recruiter, params: { id: kept, commentId: comment.body.id } })
    await server.call(deleteApplication, { as: recruiter, params: { id: deleted } })
    const { body } = await server.call(merges.previewMerge, {
      as: recruiter,
      params: { id: one.id },
      query: { mergedId: two.id },
    })
    expect(body.collisions).toEqual([])
    expect(body.moves).toMatchObject({ applications: 1, comments: 0 })
  })
})

describe('mergeCandidates', () => {
  it('merges two candidates into one, found by the contact data of both', async () => {
    const ana = await add({ name: 'Ana Ortiz', email: 'ana.m@example.com', tags: ['x'] })
    const other = await add({
      name: 'Anita Ortiz',
      email: 'anita.m@example.com',
      phone: '+13125550120',
      doNotCall: true,
      tags: ['y'],
    })
    const application = await apply(other.id, positions[1])
    const stream = await followEvents(server, recruiter)
    const { status, body } = await merge(ana.id, other.id, { choices: { email: 'merged' } })
    expect(status).toBe(200)
    expect(body.candidate).toMatchObject({
      id: ana.id,
      name: 'Ana Ortiz',
      email: 'anita.m@example.com',
      phone: '+13125550120',
      tags: ['x', 'y'],
      doNotCall: true,
    })
    expect(body.merge).toMatchObject({
      survivor: { id: ana.id },
      merged: { id: other.id, name: 'Anita Ortiz' },
      by: { name: 'Rita' },
      undone: null,
      can: { undo: true },
    })
    let told = await stream.take(1)
    while (told.at(-1)!.event.kind !== 'candidates-changed') told = await stream.take(told.length + 1)
    stream.leave()
    expect(told.at(-1)!.event).toMatchObject({ candidateIds: [ana.id, other.id] })

    const gone = await get(other.id)
    expect(gone.status).toBe(404)
    expect(gone.body.details).toEqual({ mergedInto: { id: ana.id, name: 'Ana Ortiz' } })
    const { body: shown } = await server.call(getApplication, { as: recruiter, params: { id: application } })
    expect(shown.candidate).toMatchObject({ id: ana.id, name: 'Ana Ortiz' })
    const { body: logs } = await server.call(listActivityLogs, {
      as: recruiter,
      params: { id: application },
    })
    expect(logs.items[0]).toMatchObject({ kind: 'merged', oldValue: 'Anita Ortiz', newValue: 'Ana Ortiz' })

    for (const contact of [
      { email: 'ana.m@example.com' },
      { email: 'anita.m@example.com' },
      { phone: '+13125550120' },
    ]) {
      const again = await server.call(contract.createCandidate, {
        as: recruiter,
        body: { name: 'Again', ...contact },
      })
      expect([again.status, again.body.details]).toMatchObject([409, { candidateId: ana.id }])
      const { body: found } = await server.call(contract.findDuplicateCandidates, {
        as: recruiter,
        query: contact,
      })
      expect(found.items.map(({ id, certain }) => [id, certain])).toEqual([[ana.id, true]])
    }
    const third = await add({ name: 'Somebody', email: 'ana.m@example.com' })
    for (const [one, two] of [
      [third.id, ana.id],
      [ana.id, third.id],
    ]) {
      const { body: near } = await server.call(contract.listPossibleDuplicates, {
        as: recruiter,
        params: { id: one! },
      })
      expect(near.items.map(({ id, sameAs }) => [id, sameAs])).toContainEqual([two, ['email']])
    }
  })

  it('lets an import find the survivor by the contact data of either', async () => {
    const kim = await add({ name: 'Kim Novak', email: 'kim.n@example.com' })
    const other = await add({ name: 'Petra Lund', email: 'petra.l@example.com' })
    await apply(kim.id)
    await merge(kim.id, other.id)
    const file = 'Name,E-mail\nPetra Lund,petra.l@example.com\nKim Novak,kim.n@example.com\n'
    const answer = await sendFile(server, analyzeImport, recruiter, file, 'again.csv')
    const { id: importId } = (await answer.json()) as { id: string }
    const { status, body } = await server.call(previewImport, {
      as: recruiter,
      body: { importId, mapping: { 0: 'fullName', 1: 'email' }, positionId: positions[0]!.id },
    })
    expect([status, body.rows.map(({ result }) => result)]).toEqual([200, ['skip', 'skip']])
  })

  it('closes the chosen one of two open applications on a position as a duplicate', async () => {
    const [one, two] = [await add({ name: 'Twin A' }), await add({ name: 'Twin B' })]
    const [first, second] = [await apply(one.id), await apply(two.id, positions[0], 'qualified')]
    const { status } = await merge(one.id, two.id, { keepApplicationIds: [first] })
    expect(status).toBe(200)
    const { body } = await get(one.id)
    expect(body.applications.map(({ id, disposition }) => [id, disposition]).sort()).toEqual(
      [
        [first, null],
        [second, 'duplicate'],
      ].sort(),
    )
  })

  it('refuses a stale version, a merge with itself, and an already merged candidate', async () => {
    const [one, two] = [await add({ name: 'Stale A' }), await add({ name: 'Stale B' })]
    expect((await merge(one.id, two.id, { version: 7 })).status).toBe(409)
    expect((await merge(one.id, two.id, { mergedVersion: 7 })).status).toBe(409)
    expect((await merge(one.id, one.id)).status).toBe(422)
    expect((await merge(one.id, two.id)).status).toBe(200)
    const again = await server.call(merges.mergeCandidates, {
      as: recruiter,
      params: { id: one.id },
      body: { mergedId: two.id, version: 2, mergedVersion: 2 },
    })
    expect([again.status, again.body.details]).toEqual([409, { mergedInto: { id: one.id, name: 'Stale A' } }])
  })

  it.each([
    ['given', 'withdrawn'],
    ['withdrawn', 'given'],
  ] as const)('never lifts a withdrawn consent: %s and %s', async (first, second) => {
    const one = await add({ name: 'Consent A', consent: first })
    const two = await add({ name: 'Consent B', consent: second })
    expect((await merge(one.id, two.id)).body.candidate.consent).toBe('withdrawn')
  })

  it('fills empty custom fields, and replaces none', async () => {
    const [one, two] = [await add({ name: 'Fields A' }), await add({ name: 'Fields B' })]
    const fill = (id: string, values: object) =>
      server.db
        .updateTable('candidates')
        .set({ custom_fields: JSON.stringify(values) })
        .where('id', '=', id)
        .execute()
    await fill(one.id, { size: 'L' })
    await fill(two.id, { size: 'S', shift: 'Nights' })
    await merge(one.id, two.id)
    const { custom_fields: values } = await server.db
      .selectFrom('candidates')
      .where('id', '=', one.id)
      .select('custom_fields')
      .executeTakeFirstOrThrow()
    expect(values).toEqual({ size: 'L', shift: 'Nights' })
  })

  it('keeps the survivor’s email when both are asked for, and invents no notes', async () => {
    const one = await add({ name: 'Both A', email: 'both.a@example.com' })
    const two = await add({ name: 'Both B', email: 'both.b@example.com' })
    const { body } = await merge(one.id, two.id, { choices: { email: 'both' } })
    expect(body.candidate).toMatchObject({ email: 'both.a@example.com', notes: null })
  })

  it('closes nothing for a choice among other applications', async () => {
    const [one, two, stranger] = [
      await add({ name: 'Chosen A' }),
      await add({ name: 'Chosen B' }),
      await add({ name: 'Somebody else' }),
    ]
    await apply(one.id)
    await apply(two.id)
    const theirs = await apply(stranger.id)
    expect((await merge(one.id, two.id, { keepApplicationIds: [theirs] })).status).toBe(422)
    expect((await get(two.id)).status).toBe(200)
  })

  it('leaves nobody to be found once the survivor is deleted', async () => {
    const one = await add({ name: 'Deleted A' })
    const two = await add({ name: 'Deleted B', email: 'deleted.b@example.com' })
    await merge(one.id, two.id, { choices: { email: 'survivor' } })
    await server.call(contract.deleteCandidate, { as: recruiter, params: { id: one.id } })
    const again = await server.call(contract.createCandidate, {
      as: recruiter,
      body: { name: 'Anew', email: 'deleted.b@example.com' },
    })
    expect(again.status).toBe(201)
  })

  it('runs once for an idempotency key, and once under concurrency', async () => {
    const [one, two, three] = [
      await add({ name: 'Once A' }),
      await add({ name: 'Once B' }),
      await add({ name: 'Once C' }),
    ]
    const send = (headers: Record<string, string> = {}, id = one.id) =>
      server.call(merges.mergeCandidates, {
        as: recruiter,
        params: { id },
        body: { mergedId: two.id, version: 1, mergedVersion: 1 },
        headers,
      })
    const answers = await Promise.all([send(), send({}, three.id), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const key = { 'idempotency-key': 'merge-once' }
    const pair = [await add({ name: 'Key A' }), await add({ name: 'Key B' })]
    const keyed = () =>
      server.call(merges.mergeCandidates, {
        as: recruiter,
        params: { id: pair[0]!.id },
        body: { mergedId: pair[1]!.id, version: 1, mergedVersion: 1 },
        headers: key,
      })
    const [a, b] = [await keyed(), await keyed()]
    expect([a.status, b.status]).toEqual([200, 200])
    expect(b.body).toEqual(a.body)
  })

  it('finds nobody of another workspace and is refused to readers', async () => {
    const [one, two] = [await add({ name: 'Scope A' }), await add({ name: 'Scope B' })]
    const input = { params: { id: one.id }, body: { mergedId: two.id, version: 1, mergedVersion: 1 } }
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect((await server.call(merges.mergeCandidates, { as: stranger, ...input })).status).toBe(404)
    const viewer = await server.addUser(workspaceId, 'viewer')
    expect((await server.call(merges.mergeCandidates, { as: viewer, ...input })).status).toBe(403)
    const { body } = await merge(one.id, two.id)
    expect((await unmerge(one.id, body.merge.id, stranger)).status).toBe(404)
    expect((await get(two.id, stranger)).body.details).toBeNull()
  })

  it('is refused to those who may not see all of their applications', async () => {
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['candidates:write'] })
      .where('id', '=', coordinator.id)
      .execute()
    const people = [await add({ name: 'Mine A' }), await add({ name: 'Mine B' })]
    for (const { id } of people) {
      const body = { candidateId: id, positionId: positions[1]!.id, ownerId: coordinator.id }
      await server.call(createApplication, { as: recruiter, body })
    }
    const hidden = await apply(people[1]!.id)
    const [into, from] = people.map(({ id }) => id) as [string, string]
    const answers = [
      await server.call(merges.mergeCandidates, {
        as: coordinator,
        params: { id: into },
        body: { mergedId: from, version: 1, mergedVersion: 1 },
      }),
      await server.call(merges.previewMerge, {
        as: coordinator,
        params: { id: into },
        query: { mergedId: from },
      }),
    ]
    const { body } = await merge(into, from)
    answers.push(await unmerge(into, body.merge.id, coordinator))
    expect(hidden).toBeTruthy()
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('unmergeCandidates', () => {
  it("keeps the survivor's later changes and reports them", async () => {
    const one = await add({ name: 'Kept A', email: 'kept.a@example.com' })
    const two = await add({ name: 'Kept B', phone: '+13125550133', location: 'Oslo' })
    const [first, second] = [await apply(one.id), await apply(two.id)]
    const { body: done } = await merge(one.id, two.id)
    await server.call(contract.updateCandidate, {
      as: recruiter,
      params: { id: one.id },
      body: { location: 'Bergen', currentTitle: 'Welder' },
    })
    // Closing it again by hand replaces the merge's disposition.
    await server.call(closeApplication, {
      as: recruiter,
      params: { id: first },
      body: { disposition: 'spam' },
    })
    await server.call(reopenApplication, { as: recruiter, params: { id: second } })
    const late = await apply(one.id, positions[1])
    const { status, body } = await unmerge(one.id, done.merge.id)
    expect(status).toBe(200)
    expect(body.candidate).toMatchObject({ phone: null, location: 'Bergen', currentTitle: 'Welder' })
    expect(body.restored).toMatchObject({ name: 'Kept B', phone: '+13125550133', location: 'Oslo' })
    expect(body.merge.kept).toMatchObject([
      { kind: 'field', key: 'location', value: 'Bergen' },
      { kind: 'field', key: 'currentTitle', value: 'Welder' },
      { kind: 'application', key: second },
    ])
    expect(body.merge.undone).toMatchObject({ by: { name: 'Rita' } })
    expect((await get(one.id)).body.applications.map(({ id }) => id)).toEqual([late, first])
    expect((await get(two.id)).body.applications.map(({ id }) => id)).toEqual([second])
    expect((await unmerge(one.id, done.merge.id)).status).toBe(409)
  })

  it('leaves a number that was changed since its extension, and shows it to those who may see contact data', async () => {
    const one = await add({ name: 'Number A' })
    const two = await add({ name: 'Number B', phone: '+13125550141 ext. 5' })
    const { body: done } = await merge(one.id, two.id)
    await server.db
      .updateTable('candidates')
      .set({ phone: '+13125550142' })
      .where('id', '=', one.id)
      .execute()
    const { body } = await unmerge(one.id, done.merge.id)
    expect(body.candidate).toMatchObject({ phone: '+13125550142', phoneExtension: '5' })
    const viewer = await server.addUser(workspaceId, 'viewer')
    await hideContacts(server, viewer)
    const keptFor = async (as: TestUser) =>
      (await server.call(merges.listCandidateMerges, { as, params: { id: one.id } })).body.items[0]!.kept
    expect(await keptFor(recruiter)).toMatchObject([{ key: 'phone', value: expect.stringContaining('5') }])
    expect(await keptFor(viewer)).toMatchObject([{ key: 'phone', value: null }])
  })

  it('requires the later merge of a chain to be undone first', async () => {
    const [a, b, c] = [
      await add({ name: 'Chain A' }),
      await add({ name: 'Chain B' }),
      await add({ name: 'Chain C' }),
    ]
    const { body: lower } = await merge(b.id, a.id)
    const { body: upper } = await merge(c.id, b.id)
    expect((await get(a.id)).body.details).toEqual({ mergedInto: { id: c.id, name: 'Chain C' } })
    const { body: history } = await server.call(merges.listCandidateMerges, {
      as: recruiter,
      params: { id: c.id },
    })
    expect(history.items.map(({ id, can }) => [id, can.undo])).toEqual([
      [upper.merge.id, true],
      [lower.merge.id, false],
    ])
    expect((await unmerge(c.id, lower.merge.id)).status).toBe(409)
    expect((await unmerge(c.id, upper.merge.id)).status).toBe(200)
    expect((await unmerge(b.id, lower.merge.id)).status).toBe(200)
    expect((await get(a.id)).status).toBe(200)
  })

  it('restores the original rows after any merges in any order', async () => {
    const text = fc.option(fc.constantFrom('one', 'two', 'three'), { nil: null })
    const person = fc.record({
      name: fc.constantFrom('Ana', 'Ben', 'Cas'),
      email: fc.option(fc.constantFrom('p1@example.com', 'p2@example.com', 'p3@example.com'), { nil: null }),
      phone: fc.option(fc.constantFrom('+13125550141', '+13125550142 ext. 7'), { nil: null }),
      location: text,
      notes: text,
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
      doNotCall: fc.boolean(),
      consent: fc.constantFrom('unknown', 'given', 'withdrawn'),
      on: fc.uniqueArray(fc.constantFrom(0, 1)),
      called: fc.boolean(),
      ended: fc.boolean(),
    })
    const side = fc.constantFrom('survivor', 'merged', 'both')
    const choices = fc.dictionary(fc.constantFrom('name', 'email', 'phone', 'notes', 'tags'), side)
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 3, maxLength: 3 }),
        fc.array(fc.record({ from: fc.nat(5), into: fc.nat(5), choices }), { minLength: 1, maxLength: 4 }),
        async (people, steps) => {
          const living: string[] = []
          for (const { on, called, ended, ...fields } of people) {
            const { id } = await add(fields as Input)
            living.push(id)
            for (const index of on) {
              const application = await apply(id, positions[index], called ? 'qualified' : 'lead')
              if (called && !fields.doNotCall)
                await server.call(logCall, {
                  as: recruiter,
                  body: { applicationId: application, endReason: 'no_answer' },
                })
              if (ended)
                await server.call(closeApplication, {
                  as: recruiter,
                  params: { id: application },
                  body: { disposition: 'unreachable' },
                })
            }
          }
          const states = [await rows()]
          const merges: { into: string; id: string }[] = []
          for (const step of steps) {
            const [from, into] = [living[step.from % living.length]!, living[step.into % living.length]!]
            if (from === into) continue
            const { status, body } = await merge(into, from, { choices: step.choices })
            expect(status).toBe(200)
            merges.push({ into, id: body.merge.id })
            living.splice(living.indexOf(from), 1)
            states.push(await rows())
          }
          for (const { into, id } of merges.reverse()) {
            states.pop()
            const { status, body } = await unmerge(into, id)
            expect([status, body.merge.kept]).toEqual([200, []])
            expect(await rows()).toEqual(states.at(-1))
          }
        },
      ),
      { numRuns: 8 },
    )
  }, 120_000)
})
