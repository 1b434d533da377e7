import { expect, it } from 'vitest'
import { formatDay } from '../../ui/format.ts'
import { groupByDay } from './activity-days.ts'
import type { ActivityLog } from './activity-text.ts'

it('groups the history by the days of the viewer, not of UTC', () => {
  const times = [
    new Date(2026, 10, 21, 23, 30),
    new Date(2026, 10, 21, 0, 10),
    new Date(2026, 10, 20, 23, 50),
    new Date(2026, 10, 20, 0, 10),
    new Date(2026, 10, 19, 23, 50),
  ]
  const logs = times.map(
    (at, index) => ({ id: String(index), at: at.toISOString(), application: { id: 'one' } }) as ActivityLog,
  )
  const now = new Date(2026, 10, 21, 23, 45).getTime()
  const days = groupByDay(logs, { calls: new Map(), target: undefined, now })
  expect(days.map(({ name, entries }) => [name, entries.map(({ id }) => id)])).toEqual([
    ['Today', ['0', '1']],
    ['Yesterday', ['2', '3']],
    [formatDay(times[4]!), ['4']],
  ])
})
