import { countCallQueue } from '@muster/contract/call-queues.ts'
import { getCallWallboard } from '@muster/contract/call-wallboard.ts'
import { listCalls } from '@muster/contract/calls.ts'
import { listVoiceCampaigns } from '@muster/contract/voice-campaigns.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { receive } from '../live/live-events.ts'
import { refreshOnEvents } from '../live/refresh-on-events.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'
import type { Wallboard } from './wallboard-queries.ts'

const at = '2026-11-27T15:30:00.000Z'
const hour = (from: string, to: string, calls: number, conversations: number) => ({
  from: `2026-11-27T${from}:00.000Z`,
  to: `2026-11-27T${to}:00.000Z`,
  calls,
  conversations,
})

const empty: Wallboard = {
  at,
  timezone: 'UTC',
  today: { from: '2026-11-27T00:00:00.000Z', to: '2026-11-28T00:00:00.000Z' },
  talking: [],
  talkingTotal: 0,
  pace: { short: 0, long: 0, queues: [], campaigns: [], callers: [] },
  hours: [hour('14:00', '15:00', 0, 0), hour('15:00', '16:00', 0, 0)],
  numbers: [],
  callbacks: { overdue: 0, due: 0, later: 0, overdueUntil: '2026-11-27T15:15:00.000Z' },
  costs: { total: [], outcomes: [] },
}

const talk = (n: number, name: string, caller: string, since = '2026-11-27T15:28:36.000Z') => ({
  applicationId: id(n),
  candidate: { id: id(40 + n), name },
  caller: { id: id(60 + n), name: caller },
  agent: null,
  queue: { id: id(9), name: 'Drivers' },
  campaign: null,
  lifecycle: null,
  since,
})

const full: Wallboard = {
  ...empty,
  talking: [
    talk(1, 'Ada Berg', 'Carl Caller'),
    {
      ...talk(2, 'Ben Dahl', ''),
      caller: null,
      agent: { id: id(30), name: 'Nova' },
      campaign: { id: id(8), name: 'First calls' },
      lifecycle: 'ringing',
    },
  ],
  talkingTotal: 2,
  pace: {
    short: 4,
    long: 21,
    queues: [{ queue: { id: id(9), name: 'Drivers' }, short: 4, long: 17 }],
    campaigns: [{ campaign: { id: id(8), name: 'First calls' }, short: 1, long: 9 }],
    callers: [
      { user: { id: id(61), name: 'Carl Caller' }, agent: null, short: 3, long: 12 },
      { user: null, agent: { id: id(30), name: 'Nova' }, short: 1, long: 9 },
    ],
  },
  hours: [hour('13:00', '14:00', 0, 0), hour('14:00', '15:00', 20, 8), hour('15:00', '16:00', 6, 3)],
  numbers: [
    { number: '+17205550100', calls: 20, answered: 11 },
    { number: null, calls: 6, answered: 3 },
  ],
  callbacks: { overdue: 2, due: 1, later: 5, overdueUntil: '2026-11-27T15:15:00.000Z' },
  costs: {
    total: [
      {
        currency: 'USD',
        minor: 1240,
        calls: 20,
        conversations: 10,
        qualified: 4,
        perConversation: 124,
        perQualified: 310,
      },
    ],
    outcomes: [{ outcome: 'qualified', calls: 4, costs: [{ minor: 600, currency: 'USD' }] }],
  },
}

const campaign = {
  ...example(listVoiceCampaigns).items[0]!,
  id: id(8),
  name: 'First calls',
  state: 'running' as const,
  pauseReason: null,
  pauseDetail: null,
  waits: 'calls_at_limit' as const,
  queue: { id: id(9), name: 'Drivers' },
  maxConcurrent: 5,
  keptFree: 0,
  minutesPerDay: 90,
  costPerDay: { minor: 5000, currency: 'USD' },
  onlyWithConsent: true,
  activeCalls: 5,
  today: {
    placed: 12,
    answered: 6,
    spokenWith: 4,
    qualified: 2,
    seconds: 600,
    costs: [{ minor: 240, currency: 'USD' }],
  },
}

const group = { readyAt: null, timezone: null, triedIn: null, closed: null }

async function open(wallboard: Wallboard) {
  answer(getCallWallboard, wallboard)
  answer(listVoiceCampaigns, {
    items: [campaign, { ...campaign, id: id(7), name: 'A draft', state: 'draft' }],
  })
  answer(countCallQueue, {
    total: 5,
    ready: 3,
    groups: [
      { ...group, reason: 'no_consent', state: 'blocked', count: 2 },
      { ...group, reason: 'ready', state: 'ready', count: 3 },
    ],
  })
  await openApp('/call-queues/wallboard')
}

const section = (name: string) => page.getByRole('region', { name, exact: true })
const hrefOf = (link: Element) => new URL((link as HTMLAnchorElement).href).searchParams

describe('the wallboard', () => {
  beforeEach(() => {
    signInAs('owner')
  })

  it('shows who calls whom, from which queue or campaign', async () => {
    await open(full)
    const rows = section('Calling now').getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/Carl Caller.*Ada Berg.*Drivers/)
    await expect.element(rows.nth(1)).toMatchTextContent(/Nova.*Ben Dahl.*First calls · ringing/)
    await expect
      .element(page.getByRole('link', { name: 'Ada Berg' }))
      .toHaveAttribute('href', `/applications/${id(1)}`)
  })

  it('counts the time of each call without asking the server, by the clock of the server', async () => {
    await open(full)
    const clock = section('Calling now').getByRole('listitem').nth(0).getByRole('time')
    await expect.element(clock).toHaveTextContent('1:26')
    expect(callsOf(getCallWallboard)).toHaveLength(1)
  })

  it('hides names that the server hides', async () => {
    await open({ ...full, talking: [{ ...talk(1, '', 'Carl Caller'), candidate: null }], talkingTotal: 1 })
    await expect.element(section('Calling now').getByText('Name hidden')).toBeVisible()
    await expect.element(section('Calling now').getByRole('link')).not.toBeInTheDocument()
  })

  it('says how many calls are not listed', async () => {
    await open({ ...full, talkingTotal: 5 })
    await expect.element(section('Calling now').getByText('3 more calls')).toBeVisible()
  })

  it('says what is missing on a day without calls', async () => {
    await open(empty)
    await expect.element(page.getByRole('heading', { name: 'Nobody is calling' })).toBeVisible()
    await expect.element(section('Pace').getByText('No calls in the last hour')).toBeVisible()
    await expect.element(section('Conversations by hour').getByText('No calls today')).toBeVisible()
    await expect.element(section('Costs today').getByText('No call of today has a cost')).toBeVisible()
  })

  it('offers to read again when it fails', async () => {
    answer(getCallWallboard, refuse('INTERNAL', 'Out of order'))
    await openApp('/call-queues/wallboard')
    await expect.element(page.getByText('Out of order')).toBeVisible()
    answer(getCallWallboard, full)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('link', { name: 'Ada Berg' })).toBeVisible()
  })

  describe('when an event arrives before the next interval', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval'] })
      return refreshOnEvents()
    })

    afterEach(() => {
      vi.useRealTimers()
    })

    it('keeps its numbers when it cannot be read again, and says from when they are', async () => {
      await open(full)
      await expect.element(page.getByRole('link', { name: 'Ada Berg' })).toBeVisible()
      answer(getCallWallboard, refuse('INTERNAL', 'Out of order'))
      receive({ event: { kind: 'claims-changed', applicationIds: [id(1)], actorId: null }, id: '1' })
      await expect
        .element(page.getByRole('alert'))
        .toMatchTextContent(/These numbers are from .* Out of order/)
      await expect.element(page.getByRole('link', { name: 'Ada Berg' })).toBeVisible()
    })

    it.each([
      { kind: 'claims-changed' as const, applicationIds: [id(3)], actorId: null },
      { kind: 'activity-logged' as const, applicationId: id(3), actorId: null },
    ])('follows the event $kind', async (event) => {
      await open(full)
      await expect.element(page.getByRole('link', { name: 'Ada Berg' })).toBeVisible()
      answer(getCallWallboard, { ...full, talking: [talk(3, 'Cid Ek', 'Lena Lead')], talkingTotal: 1 })
      receive({ event, id: '1' })
      await expect.element(page.getByRole('link', { name: 'Cid Ek' })).toBeVisible()
      await expect.element(page.getByRole('link', { name: 'Ada Berg' })).not.toBeInTheDocument()
    })
  })

  it('opens the calls behind a number', async () => {
    answer(listCalls, { ...example(listCalls), total: { value: 17, atLeast: false } })
    await open(full)
    await section('Pace').getByRole('link', { name: '17' }).click()
    await expect.element(page.getByRole('dialog').getByText('17 calls')).toBeVisible()
    expect(callsOf(listCalls)[0]!.query).toMatchObject({
      placed: 'true',
      queueId: id(9),
      startedFrom: '2026-11-27T14:30:00.000Z',
      startedTo: at,
    })
  })

  it('opens the applications behind callbacks', async () => {
    await open(full)
    const links = section('Callbacks').getByRole('link')
    await expect.element(links.nth(2)).toBeVisible()
    const filters = links.elements().map((link) => {
      const search = hrefOf(link)
      return [search.get('open'), search.get('callbackFrom'), search.get('callbackTo')]
    })
    const { overdueUntil } = full.callbacks
    expect(filters).toEqual([
      ['true', null, overdueUntil],
      ['true', overdueUntil, at],
      ['true', at, full.today.to],
    ])
  })

  it('shows rates with what they are of, and greys those of fewer than 10', async () => {
    await open(full)
    const rows = section('Conversations by hour').getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/40%8 of 20/)
    await expect.element(rows.nth(1)).toMatchTextContent(/50%3 of 6/)
    expect(rows.elements()).toHaveLength(2)
    const isGrey = rows.elements().map((row) => row.querySelector('b')!.hasAttribute('data-few'))
    expect(isGrey).toEqual([false, true])
  })

  it('shows what a conversation costs, and greys it for fewer than 10', async () => {
    await open(full)
    const costs = section('Costs today').getByRole('definition')
    await expect.element(costs.nth(1)).toHaveTextContent('$1.24 of 10')
    await expect.element(costs.nth(2)).toHaveTextContent('$3.10 of 4')
    expect(costs.elements().map((cost) => cost.hasAttribute('data-few'))).toEqual([false, false, true])
  })

  it('shows campaigns that run with their limits, and why people are not called', async () => {
    await open(full)
    const campaigns = section('Voice campaigns')
    await expect.element(campaigns.getByRole('listitem').first()).toMatchTextContent(/First calls Running/)
    const values = campaigns.getByRole('definition')
    await expect.element(values.nth(2)).toHaveTextContent('$2.40 of $50.00')
    expect(values.elements().map(({ textContent }) => textContent)).toEqual([
      '5 of 5',
      '10 of 90',
      '$2.40 of $50.00',
    ])
    await expect
      .element(campaigns.getByRole('link', { name: 'No consent recorded 2' }))
      .toHaveAttribute('href', `/voice-campaigns/${id(8)}?reason=no_consent`)
    expect(callsOf(countCallQueue)[0]!.query).toEqual({ campaign: 'with_consent' })
    await expect.element(campaigns.getByText('A draft')).not.toBeInTheDocument()
  })

  it('leaves out campaigns for those who may not run them', async () => {
    signInAs('recruiter')
    await open(full)
    await expect.element(section('Pace')).toBeVisible()
    await expect.element(section('Voice campaigns')).not.toBeInTheDocument()
    expect(callsOf(listVoiceCampaigns)).toEqual([])
  })
})
