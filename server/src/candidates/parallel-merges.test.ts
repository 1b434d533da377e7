import { createApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { mergeCandidates, unmergeCandidates } from '@muster/contract/candidate-merges.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let nodes: [TestServer, TestServer]

beforeAll(async () => {
  const first = await startTestServer()
  nodes = [first, await startTestServer({ connectionString: first.connectionString })]
})

afterAll(async () => {
  for (const node of nodes?.toReversed() ?? []) await node.stop()
})

const names = ['Ada', 'Bo', 'Cy', 'Di']
const types = ['lead', 'contacted', 'qualified', 'submitted'] as const

async function seed() {
  const [server] = nodes
  const { workspaceId } = await server.addWorkspace()
  const user = await server.addUser(workspaceId, 'recruiter')
  const positions = [await addPosition(server.db, workspaceId), await addPosition(server.db, workspaceId)]
  const people = []
  for (const name of names) {
    const { body } = await server.call(createCandidate, { as: user, body: { name, allowDuplicate: true } })
    people.push(body.id)
    for (const { id } of positions)
      await server.call(createApplication, { as: user, body: { candidateId: body.id, positionId: id } })
  }
  return { workspaceId, user, positions, people }
}

/** Whose each application is, in an order that nothing changes. */
async function owners(workspaceId: string) {
  const { rows } = await sql<{ id: string; candidate_id: string; position_id: string }>`
    select id, candidate_id, position_id from applications where workspace_id = ${workspaceId} order by id
  `.execute(nodes[0].db)
  return rows
}

const brokenChain = 'a broken chain of moves'

/** What must never be, whatever happened in parallel. */
async function faults(workspaceId: string) {
  const { rows } = await sql<{ fault: string }>`
    select 'an application of somebody merged' as fault
    from applications a join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
    where a.workspace_id = ${workspaceId} and c.merged_into is not null
    union all
    select 'merged into somebody who is gone' from candidates c
    where c.workspace_id = ${workspaceId} and c.merged_into is not null and not exists (
      with recursive chain as (
        select c.merged_into as id, 1 as steps
        union all
        select n.merged_into, steps + 1 from chain join candidates n on n.id = chain.id
        where n.merged_into is not null and steps < 10
      )
      select from chain join candidates last on last.id = chain.id where last.merged_into is null and last.deleted_at is null
    )
    union all
    select 'two open applications on one position' from applications
    where workspace_id = ${workspaceId} and closed_at is null and deleted_at is null
    group by candidate_id, position_id having count(*) > 1
    union all
    select 'two applications in one place' from applications
    where workspace_id = ${workspaceId} group by status_id, rank having count(*) > 1
    union all
    select ${brokenChain}::text from applications a join lateral (
      select from_status_id, lag(to_status_id) over (order by at, id) as before, to_status_id,
        lead(id) over (order by at, id) is null as last
      from activity_logs l where l.application_id = a.id and l.to_type is not null
    ) as step on true
    where a.workspace_id = ${workspaceId} and (
      step.from_status_id is distinct from step.before or (step.last and step.to_status_id <> a.status_id)
    )
  `.execute(nodes[0].db)
  return rows
}

async function undoMerges(user: TestUser): Promise<void> {
  const [server] = nodes
  for (;;) {
    const { rows } = await sql<{ id: string; survivor_id: string }>`
      select m.id, m.survivor_id from candidate_merges m
      where m.workspace_id = ${user.workspaceId} and m.unmerged_at is null order by m.id desc limit 1
    `.execute(server.db)
    const [merge] = rows
    if (!merge) return
    const params = { id: merge.survivor_id, mergeId: merge.id }
    const { status, body } = await server.call(unmergeCandidates, { as: user, params })
    expect([status, body]).toMatchObject([200, {}])
  }
}

describe('merges, undone merges and moves of the same people on two nodes at once', () => {
  it('leave no person, application, place or history half done, and can all be undone', async () => {
    const { workspaceId, user, positions, people } = await seed()
    const before = await owners(workspaceId)
    const versionOf = async (id: string) =>
      (
        await nodes[0].db
          .selectFrom('candidates')
          .where('id', '=', id)
          .select('version')
          .executeTakeFirstOrThrow()
      ).version
    const done = new Set<number>()
    for (let round = 0; round < 6; round += 1) {
      const versions = await Promise.all(people.map(versionOf))
      const merges = people.flatMap((survivor, one) =>
        people.flatMap((merged, other) => (one === other ? [] : [[survivor, merged, one, other] as const])),
      )
      const answers = await Promise.all([
        ...merges.map(([id, mergedId, one, other], n) =>
          nodes[n % 2]!.call(mergeCandidates, {
            as: user,
            params: { id },
            body: { mergedId, version: versions[one]!, mergedVersion: versions[other]! },
          }),
        ),
        ...before.map(({ id, position_id: positionId }, n) => {
          const position = positions.find((one) => one.id === positionId)!
          const toStatusId = position.statuses[types[(n + round) % types.length]!]
          const call = { as: user, params: { id: positionId }, body: { applicationIds: [id], toStatusId } }
          return nodes[(n + round) % 2]!.call(moveApplications, call)
        }),
      ])
      for (const { status } of answers) done.add(status)
      const found = await faults(workspaceId)
      // Until the first merge was reverted, the history is unbroken, too.
      expect(found.filter(({ fault }) => round < 2 || fault !== brokenChain)).toEqual([])
      expect((await owners(workspaceId)).length).toBe(before.length)
      if (round % 2 === 1) {
        await undoMerges(user)
        expect(await owners(workspaceId)).toEqual(before)
        // The history keeps what was reverted.
        const left = await faults(workspaceId)
        expect(left.filter(({ fault }) => fault !== brokenChain)).toEqual([])
      }
    }
    // Merged, moved, came too late, or named somebody merged meanwhile.
    expect(done.isSubsetOf(new Set([200, 404, 409, 422]))).toBe(true)
    expect(done.has(200)).toBe(true)
    expect(done.has(409)).toBe(true)
  }, 120_000)
})
