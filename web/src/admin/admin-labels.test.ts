import { expect, it } from 'vitest'
import { formatTime } from '../ui/format.ts'
import { scheduleText } from './admin-labels.ts'

it('names the time of a nightly job on the clock of the viewer', () => {
  const today = new Date()
  const at = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate(), 3, 15)
  expect(scheduleText('15 3 * * *')).toBe(`automatic, daily at ${formatTime(new Date(at))}`)
})
