import { setTimeout as sleep } from 'node:timers/promises'
import { createComment } from '@muster/contract/activity-logs.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let nodes: [TestServer, TestServer]
let author: TestUser
const colleagues: TestUser[] = []
const applicationIds: string[] = []

beforeAll(async () => {
  const server = await startTestServer()
  nodes = [server, await startTestServer({ connectionString: server.connectionString })]
  const { workspaceId } = await server.addWorkspace()
  author = await server.addUser(workspaceId, 'recruiter')
  for (let n = 0; n < 30; n += 1) colleagues.push(await server.addUser(workspaceId, 'recruiter'))
  await server.db
    .insertInto('notification_choices')
    .values(
      colleagues.map(({ id }) => ({
        workspace_id: workspaceId,
        user_id: id,
        kind: 'mention',
        in_app: true,
        mail: true,
      })),
    )
    .execute()
  const position = await addPosition(server.db, workspaceId)
  for (let n = 0; n < 4; n += 1) {
    const body = { positionId: position.id, candidate: { name: `Person ${n}` } }
    applicationIds.push((await server.call(createApplication, { as: author, body })).body.id)
  }
})

afterAll(async () => {
  for (const node of nodes?.toReversed() ?? []) await node.stop()
})

/** Sends it again where a busy machine had it wait for a connection for too long, as the answer says. */
async function comment(n: number, mentions: readonly string[]) {
  const params = { id: applicationIds[n % applicationIds.length]! }
  const body = { body: `Look ${n}`, mentions: [...mentions] }
  for (let tries = 1; ; tries += 1) {
    const answer = await nodes[n % 2]!.call(createComment, { as: author, params, body })
    if (answer.status !== 503 || tries === 5) return answer
    await sleep(1000 * Number(answer.headers.get('retry-after')))
  }
}

/** How many notifications and emails each colleague got, smallest and largest. */
async function received() {
  const { rows } = await sql<{ notified: number; mailed: number }>`
    select (select count(*)::int from notifications n where n.user_id = u.id) as notified,
      (select count(*)::int from mails m where m.recipient = u.email) as mailed
    from users u where u.id = any(${colleagues.map(({ id }) => id)}::uuid[])
  `.execute(nodes[0].db)
  const range = (of: 'notified' | 'mailed') => {
    const all = rows.map((row) => row[of])
    return [Math.min(...all), Math.max(...all)]
  }
  return { notified: range('notified'), mailed: range('mailed') }
}

describe('a flood of mentions', () => {
  const everybody = () => colleagues.map(({ id }) => id)

  it('in one comment is refused beyond 50, and names each person once', async () => {
    const [first] = everybody()
    const over = await comment(0, Array(51).fill(first))
    expect(over.status).toBe(422)
    expect(await received()).toEqual({ notified: [0, 0], mailed: [0, 0] })
    expect((await comment(0, [...everybody(), ...everybody().slice(0, 20)])).status).toBe(201)
    expect(await received()).toEqual({ notified: [1, 1], mailed: [1, 1] })
  })

  it('in many comments at once on two nodes notifies everybody of each, and mails each 20 an hour', async () => {
    const ids = everybody()
    const turned = (n: number) => [...ids.slice(n), ...ids.slice(0, n)]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => comment(n, n % 2 ? turned(n) : turned(n).toReversed())),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await received()).toEqual({ notified: [31, 31], mailed: [20, 20] })
  }, 60_000)
})
