import { describe, expect, it } from 'vitest'
import { stagesOf } from './stages.ts'

const statuses = (['lead', 'contacted', 'qualified', 'offer', 'closed'] as const).map((type) => ({
  id: type,
  name: type,
  type,
  color: '#6B7280',
  slaDays: null,
}))

function states(now: string, been: string[], ended?: string) {
  const stay = (statusId: string) => ({
    statusId,
    name: statusId,
    seconds: 90,
    entries: 1,
    enteredAt: '2026-01-05T10:00:00Z',
    enteredBy: null,
  })
  const dispositionDetails = ended
    ? {
        kind: 'withdrawn' as const,
        party: 'candidate' as const,
        reason: null,
        note: null,
        status: { id: ended, name: ended, type: 'offer' as const },
        decidedAt: '2026-01-05T10:00:00Z',
        decidedBy: null,
      }
    : null
  const status = statuses.find(({ id }) => id === now)!
  return stagesOf({ statuses, status, timeInStatus: been.map(stay), dispositionDetails }).map(
    ({ state }) => state,
  )
}

describe('stagesOf', () => {
  it('distinguishes visited from skipped statuses', () => {
    expect(states('qualified', ['lead', 'qualified'])).toEqual(['passed', 'skipped', 'now', 'ahead', 'ahead'])
  })

  it('keeps visited statuses after a move back', () => {
    expect(states('contacted', ['contacted', 'qualified'])).toEqual([
      'skipped',
      'now',
      'passed',
      'ahead',
      'ahead',
    ])
  })

  it('ends at the closed status, with the progress made before', () => {
    expect(states('closed', ['lead', 'qualified', 'closed'], 'qualified')).toEqual([
      'passed',
      'skipped',
      'passed',
      'ahead',
      'now',
    ])
  })

  it('keeps where a closed application ended, though it was never counted there', () => {
    expect(states('closed', ['lead'], 'qualified')).toEqual(['passed', 'skipped', 'passed', 'ahead', 'now'])
  })

  it('forgets where a reopened application had ended, and that it was closed', () => {
    expect(states('contacted', ['contacted', 'offer', 'closed'], 'offer')).toEqual([
      ...['skipped', 'now', 'ahead', 'passed', 'ahead'],
    ])
  })
})
