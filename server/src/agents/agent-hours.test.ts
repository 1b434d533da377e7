import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import type { Actor } from '../session/actor.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { isWithinHours } from './agent-hours.ts'

let server: TestServer
let workspaceId: string

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
})

afterAll(() => server?.stop())

/** Whether each moment is within the hours; the workspace is in Oslo. */
async function within(
  hours: { weekday: number; from: string; to: string }[] | null,
  moments: string[],
  timezone: string | null = null,
) {
  const id = newId()
  await server.db
    .insertInto('agents')
    .values({
      workspace_id: workspaceId,
      id,
      name: 'Nova',
      kind: 'voice',
      timezone,
      hours: hours && JSON.stringify(hours),
    })
    .execute()
  const actor = { workspace: { timezone: 'Europe/Oslo' } } as Actor
  const answers: boolean[] = []
  for (const moment of moments) {
    const { inside } = await server.db
      .selectFrom('agents')
      .where('agents.id', '=', id)
      .select(isWithinHours(actor, sql`${moment}::timestamptz`).as('inside'))
      .executeTakeFirstOrThrow()
    answers.push(Boolean(inside))
  }
  return answers
}

describe('hours', () => {
  it('begin with their first minute and end before their last', async () => {
    const moments = ['2026-01-05T07:59:59Z', '2026-01-05T08:00Z', '2026-01-05T15:59:59Z', '2026-01-05T16:00Z']
    expect(await within([{ weekday: 1, from: '09:00', to: '17:00' }], moments)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('are on the days they are for', async () => {
    const moments = ['2026-01-05T10:00Z', '2026-01-06T10:00Z', '2026-01-11T10:00Z']
    expect(
      await within(
        [
          { weekday: 2, from: '09:00', to: '17:00' },
          { weekday: 7, from: '11:00', to: '24:00' },
        ],
        moments,
      ),
    ).toEqual([false, true, true])
  })

  it('are the same on the clocks of summer and winter', async () => {
    const nine = [{ weekday: 1, from: '09:00', to: '10:00' }]
    const moments = ['2026-01-05T08:30Z', '2026-01-05T07:30Z', '2026-07-06T07:30Z', '2026-07-06T08:30Z']
    expect(await within(nine, moments)).toEqual([true, false, true, false])
  })

  it('last through the night the clocks go back, and the one they go forward', async () => {
    const night = [{ weekday: 7, from: '02:30', to: '04:00' }]
    // On 25 October 2026 02:30 to 03:00 comes twice, on 29 March it does not come at all.
    expect(await within(night, ['2026-10-25T00:45Z', '2026-10-25T01:45Z', '2026-10-25T03:00Z'])).toEqual([
      true,
      true,
      false,
    ])
    expect(await within(night, ['2026-03-29T00:59Z', '2026-03-29T01:00Z', '2026-03-29T02:00Z'])).toEqual([
      false,
      true,
      false,
    ])
  })

  it('go on after midnight when they end before they begin', async () => {
    const moments = ['2026-01-11T20:30Z', '2026-01-11T23:30Z', '2026-01-12T04:59Z', '2026-01-12T05:00Z']
    expect(await within([{ weekday: 7, from: '22:00', to: '06:00' }], moments)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('are by the clocks of the agent where it has its own', async () => {
    const hours = [{ weekday: 1, from: '09:00', to: '17:00' }]
    expect(await within(hours, ['2026-01-05T13:59Z', '2026-01-05T14:00Z'], 'America/New_York')).toEqual([
      false,
      true,
    ])
  })

  it('are always when none are said, and never when they are none', async () => {
    expect(await within(null, ['2026-01-05T03:00Z'])).toEqual([true])
    expect(await within([], ['2026-01-05T10:00Z'])).toEqual([false])
  })
})
