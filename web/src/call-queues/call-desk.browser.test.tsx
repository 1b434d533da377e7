import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { getApplicantSummary } from '@muster/contract/applications.ts'
import { getBrowserCalls } from '@muster/contract/browser-calls.ts'
import {
  claimNextCall,
  countCallQueue,
  createCallQueue,
  deleteCallQueue,
  exportQueuedPeople,
  getCallQueue,
  listCallQueues,
  listQueuedPeople,
  releaseClaim,
  restoreCallQueue,
  updateCallQueue,
} from '@muster/contract/call-queues.ts'
import { deleteCall, logCall } from '@muster/contract/calls.ts'
import { listCustomFields } from '@muster/contract/custom-fields.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fieldOf } from '../testing/custom-fields.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const names = ['Ada', 'Ben', 'Cid']
const claimOf = (index: number) => ({
  claim: {
    applicationId: id(index),
    candidateId: id(50 + index),
    until: new Date(Date.now() + 120_000).toISOString(),
    why: 'first_call' as const,
    callbackAt: null,
    tries: 0,
    questions: [],
  },
  nextAt: null,
})

/** A queue with three people, of whom each claim gives the next. */
const counts: ResponseOf<typeof countCallQueue> = {
  total: 6,
  ready: 3,
  groups: [
    {
      reason: 'no_phone',
      state: 'blocked',
      count: 1,
      readyAt: null,
      timezone: null,
      triedIn: null,
      closed: null,
    },
    {
      reason: 'outside_hours',
      state: 'waiting',
      count: 2,
      readyAt: '2099-11-27T14:00:00.000Z',
      timezone: 'America/New_York',
      triedIn: null,
      closed: null,
    },
    { reason: 'ready', state: 'ready', count: 3, readyAt: null, timezone: null, triedIn: null, closed: null },
  ],
}

async function openDesk(counted = counts) {
  let given = 0
  answer(claimNextCall, () => {
    given += 1
    return given > names.length ? { claim: null, nextAt: null } : claimOf(given)
  })
  answer(getApplicantSummary, ({ params }) => {
    const summary = example(getApplicantSummary)
    const name = names[Number(params.id.slice(-2)) - 1] ?? 'Nobody'
    return {
      ...summary,
      applicationId: params.id,
      candidate: { ...summary.candidate, name, phone: '+17205550118' },
      callable: {
        may: true,
        quiet: false,
        reason: null,
        closed: null,
        opens: null,
        localTime: '09:42',
        timezone: 'America/Denver',
      },
    }
  })
  answer(listCustomFields, { items: [] } as never)
  answer(getBrowserCalls, { configured: false })
  answer(getCallQueue, { ...example(getCallQueue), name: 'Drivers', script: 'Hello, this is us.' })
  answer(countCallQueue, counted)
  await openApp(`/call-queues/${id(9)}`)
  await expect.element(page.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible()
}

const save = page.getByRole('button', { name: /Save and call next/ })
const note = page.getByRole('textbox', { name: 'Note' })

describe('the call desk', () => {
  beforeEach(() => {
    signInAs('recruiter')
  })

  it('shows who, their time, why now and the script', async () => {
    await openDesk()
    await expect.element(page.getByRole('link', { name: /720/ })).toHaveAttribute('href', 'tel:+17205550118')
    await expect.element(page.getByText('Not called yet')).toBeVisible()
    await expect.element(page.getByText('Hello, this is us.')).toBeVisible()
    await expect.element(page.getByText(/9:42/).first()).toBeVisible()
  })

  it('names the time of day of the last call, and when the next one is', async () => {
    const group = {
      reason: 'tried_this_time_of_day' as const,
      state: 'waiting' as const,
      count: 2,
      timezone: 'America/Denver',
      closed: null,
    }
    await openDesk({
      total: 4,
      ready: 0,
      groups: [
        { ...group, triedIn: 'morning', readyAt: '2026-11-27T19:00:00.000Z' },
        { ...group, triedIn: 'evening', readyAt: '2026-11-28T16:00:00.000Z' },
      ],
    })
    for (const name of [
      'Last called in the morning · next try in the afternoon in Denver 2',
      'Last called in the evening · next try in the morning in Denver 2',
    ])
      await expect.element(page.getByRole('link', { name })).toBeVisible()
  })

  it('names the holiday or the hours by which nobody is called, and when they open', async () => {
    const group = { state: 'waiting' as const, count: 2, timezone: 'America/Chicago', triedIn: null }
    const place = { country: 'US', weekday: null, callFrom: null, callTo: null, breaks: [], holiday: null }
    await openDesk({
      total: 6,
      ready: 0,
      groups: [
        {
          ...{ ...group, reason: 'public_holiday', readyAt: '2026-11-27T15:00:00.000Z' },
          closed: { ...place, state: null, placeName: 'United States', holiday: 'Thanksgiving Day' },
        },
        {
          ...{ ...group, reason: 'stricter_hours', readyAt: '2026-11-30T14:00:00.000Z' },
          closed: { ...place, state: 'AL', placeName: 'Alabama', weekday: 7 },
        },
        {
          ...{ ...group, reason: 'stricter_hours', readyAt: '2026-11-30T18:00:00.000Z' },
          closed: { ...place, state: 'TX', placeName: 'Texas', weekday: 7, callFrom: 720, callTo: 1260 },
        },
      ],
    })
    for (const text of [
      /Public holiday: Thanksgiving Day \(United States\) · opens Fri 9:00\sAM in Chicago/,
      /Alabama allows no calls on Sunday · opens Mon 8:00\sAM in Chicago/,
      /Texas allows calls on Sunday from 12:00\sPM to 9:00\sPM · opens Mon 12:00\sPM in Chicago/,
    ])
      await expect.element(page.getByRole('link', { name: text })).toBeVisible()
  })

  it('logs an outcome by its digit and Enter, and goes on to the next person', async () => {
    await openDesk()
    await userEvent.keyboard('1')
    await expect
      .element(page.getByRole('button', { name: 'No answer' }))
      .toHaveAttribute('aria-pressed', 'true')
    expect(callsOf(logCall)).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    expect(callsOf(logCall).map(({ body }) => body)).toEqual([
      { applicationId: id(1), endReason: 'no_answer', summary: null },
    ])
  })

  it('asks when to call back, on the clock of the person', async () => {
    await openDesk()
    await userEvent.keyboard('4')
    await expect.element(page.getByText('Call back, candidate’s time (Denver)')).toBeVisible()
    await userEvent.keyboard('1{Enter}')
    await expect.poll(() => callsOf(logCall)[0]?.body).toMatchObject({ outcome: 'callback' })
    expect(Date.parse(callsOf(logCall)[0]!.body.callbackAt!)).toBeGreaterThan(Date.now())
  })

  it('shows the chosen time as it was chosen, with the time of the caller beside it', async () => {
    await openDesk()
    await page.getByRole('button', { name: 'Callback…' }).click()
    await page.getByRole('button', { name: /^Tomorrow 9:00\sAM/ }).click()
    await expect
      .element(page.getByRole('button', { name: /^Callback…/ }))
      .toMatchTextContent(/Callback…Tomorrow 9:00\sAM · \w+ 8:00\sAM your time/)
  })

  it('logs a callback at a time that no choice offers, with the note typed before', async () => {
    await openDesk()
    await note.fill('After the school run')
    await page.getByRole('button', { name: 'Callback…' }).click()
    await page.getByRole('button', { name: 'Another time…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log a call with Ada' })
    await dialog.getByLabelText('Callback, candidate’s time (Denver)').fill('2099-03-04T11:15')
    await expect.element(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('After the school run')
    await dialog.getByRole('button', { name: 'Log call' }).click()
    await expect
      .poll(() => callsOf(logCall)[0]?.body)
      .toMatchObject({ outcome: 'callback', callbackAt: '2099-03-04T18:15:00.000Z' })
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
  })

  it('has its outcomes right below a short history on a phone', async () => {
    await page.viewport(390, 844)
    const [entry] = example(listCandidateActivity).items
    answer(listCandidateActivity, { ...example(listCandidateActivity), items: [entry!], nextCursor: null })
    await openDesk()
    const history = page.getByRole('region', { name: 'History' })
    await expect.element(history.getByRole('listitem')).toBeVisible()
    expect(history.element().getBoundingClientRect().height).toBeLessThan(280)
    await page.viewport(1280, 900)
  })

  it('takes digits as text while a note is typed', async () => {
    await openDesk()
    await note.fill('Room 15')
    await userEvent.keyboard('1')
    await expect
      .element(page.getByRole('button', { name: 'No answer' }))
      .toHaveAttribute('aria-pressed', 'false')
    expect(callsOf(logCall)).toEqual([])
  })

  it('saves nothing without an outcome', async () => {
    await openDesk()
    await expect.element(save).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    expect(callsOf(logCall)).toEqual([])
    expect(callsOf(claimNextCall)).toHaveLength(1)
  })

  it('keeps the person, the outcome and the note when the call is refused', async () => {
    await openDesk()
    answer(logCall, refuse('CONFLICT', 'This candidate asked not to be called'))
    await note.fill('Wants nights')
    await page.getByRole('button', { name: 'Interested', exact: true }).click()
    await save.click()
    await expect.element(page.getByText(/asked not to be called/i).first()).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible()
    await expect.element(note).toHaveValue('Wants nights')
    expect(callsOf(claimNextCall)).toHaveLength(1)
  })

  it('asks for the fields that an outcome requires', async () => {
    const startDate = fieldOf(1, {
      subject: 'call',
      label: 'Start date',
      required: { always: false, fromStatusType: null, outcomes: ['interested'] },
    })
    await openDesk()
    answer(listCustomFields, ({ query }) => ({ items: query.subject === 'call' ? [startDate] : [] }))
    await openApp('/call-queues')
    await openApp(`/call-queues/${id(9)}`)
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    await userEvent.keyboard('5{Enter}')
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByLabelText('Start date')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    expect([callsOf(logCall), callsOf(claimNextCall).length]).toEqual([[], 2])
  })

  it('leaves a skipped person alone', async () => {
    await openDesk()
    await userEvent.keyboard('x')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    expect(callsOf(claimNextCall).map(({ body }) => body.skip ?? false)).toEqual([false, true])
    expect(callsOf(logCall)).toEqual([])
  })

  it('keeps the person when the next one cannot be loaded, and says so', async () => {
    await openDesk()
    answer(claimNextCall, refuse('INTERNAL', 'Something went wrong.'))
    await userEvent.keyboard('x')
    await expect
      .poll(() => document.body.textContent)
      .toContain('The next person could not be loaded: Something went wrong.')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible()
    answer(claimNextCall, claimOf(2))
    await userEvent.keyboard('x')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
  })

  it('counts the queue anew once it has taken the next person', async () => {
    await openDesk()
    await expect.poll(() => callsOf(countCallQueue).length).toBeGreaterThan(0)
    const before = callsOf(countCallQueue).length
    await userEvent.keyboard('x')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    await expect.poll(() => callsOf(countCallQueue).length).toBeGreaterThan(before)
  })

  it('says why it has nobody, and tries again', async () => {
    await openDesk()
    answer(claimNextCall, refuse('UNAVAILABLE', 'The database is busy.'))
    await openApp(`/call-queues/${id(9)}`)
    await expect.element(page.getByText('The database is busy.').first()).toBeVisible()
    answer(claimNextCall, claimOf(1))
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible()
  })

  it('undoes the last call with z', async () => {
    await openDesk()
    answer(logCall, { ...example(logCall), id: id(77) })
    await userEvent.keyboard('1{Enter}')
    await expect.element(page.getByRole('button', { name: /Undo last call/ })).toBeVisible()
    await userEvent.keyboard('z')
    await expect.poll(() => callsOf(deleteCall).map(({ params }) => params.id)).toEqual([id(77)])
  })

  it('saves a note with its outcome by Ctrl+Enter, without the blanks around it', async () => {
    await openDesk()
    await userEvent.keyboard('5')
    await note.fill('  Wants nights ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    expect(callsOf(logCall).map(({ body }) => body)).toEqual([
      { applicationId: id(1), outcome: 'interested', summary: 'Wants nights' },
    ])
    await expect.element(note).toHaveValue('')
  })

  it('goes back from the times of a callback without choosing one', async () => {
    await openDesk()
    await userEvent.keyboard('4')
    await expect.element(page.getByText(/Call back, candidate’s time/)).toBeVisible()
    await userEvent.keyboard('{Backspace}')
    await expect.element(page.getByRole('button', { name: 'No answer' })).toBeVisible()
    await expect.element(save).toBeDisabled()
  })

  it('lists its keys with ?, which work', async () => {
    await openDesk()
    await userEvent.keyboard('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect.element(help.getByText('Choose an outcome')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => help.elements()).toEqual([])
    await userEvent.keyboard('c')
    await expect.element(page.getByRole('textbox', { name: /omment/ })).toHaveFocus()
  })

  it('offers to undo the last call once', async () => {
    await openDesk()
    answer(logCall, { ...example(logCall), id: id(77) })
    expect(page.getByRole('button', { name: /Undo last call/ }).elements()).toEqual([])
    await userEvent.keyboard('1{Enter}')
    await page.getByRole('button', { name: /Undo last call/ }).click()
    await expect.poll(() => page.getByRole('button', { name: /Undo last call/ }).elements()).toEqual([])
    await userEvent.keyboard('z')
    expect(callsOf(deleteCall)).toHaveLength(1)
  })

  it('gives the person back on leaving', async () => {
    await openDesk()
    await page.getByRole('main').getByRole('link', { name: 'Call queues' }).click()
    await expect.poll(() => callsOf(releaseClaim).length).toBe(1)
  })

  it('says when somebody will be ready, if nobody is', async () => {
    await openDesk()
    answer(claimNextCall, { claim: null, nextAt: new Date(Date.now() + 3_600_000).toISOString() })
    await userEvent.keyboard('x')
    await expect.element(page.getByText('Nobody is ready to be called')).toBeVisible()
    await expect.element(page.getByText(/The next person is ready/)).toBeVisible()
  })

  it('names the reasons, which open their people', async () => {
    await openDesk()
    answer(listQueuedPeople, {
      items: [
        {
          ...example(listQueuedPeople).items[0]!,
          candidate: { id: id(3), name: 'Nora Number' },
          reason: 'no_phone',
        },
      ],
      nextCursor: null,
      total: { value: 1, atLeast: false },
    })
    await expect.element(page.getByRole('link', { name: /^Opens Fri 9:00\sAM in New York 2$/ })).toBeVisible()
    await page.getByRole('link', { name: 'No phone number 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'No phone number' })
    await expect.element(dialog.getByText('Nora Number')).toBeVisible()
    expect(callsOf(listQueuedPeople)[0]!.query.reason).toBe('no_phone')
    await expect.element(dialog.getByText('1 person')).toBeVisible()
    await dialog.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect
      .poll(() => callsOf(exportQueuedPeople).map(({ params, query }) => [params.id, query.reason]))
      .toEqual([[id(9), 'no_phone']])
  })

  it('exports everyone in the queue', async () => {
    await openDesk()
    await page.getByRole('button', { name: 'Export' }).click()
    await expect.element(page.getByText('People in the queue')).toBeVisible()
    await page.getByRole('menuitem', { name: /XLSX/ }).click()
    await expect
      .poll(() => callsOf(exportQueuedPeople).map(({ query }) => [query.reason, query.format]))
      .toEqual([[undefined, 'xlsx']])
  })
})

describe('the list of queues', () => {
  const queue = {
    ...example(getCallQueue),
    breaks: [],
    id: id(9),
    name: 'Drivers',
    maxTries: 5,
    laterHours: [],
    filters: { tag: ['CDL'], statusType: 'lead' },
  }

  async function openQueues({ canEdit = true, ...more }: { canEdit?: boolean } & Partial<typeof queue> = {}) {
    answer(listCallQueues, { items: [{ ...queue, ...more, can: { edit: canEdit } }] })
    answer(listCustomFields, { items: [] })
    await openApp('/call-queues')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Drivers' })).toBeVisible()
  }

  it('offers callers no changes', async () => {
    signInAs('coordinator')
    await openQueues({ canEdit: false })
    await expect.element(page.getByRole('link', { name: 'Start calling: Drivers' })).toBeVisible()
    for (const name of ['Edit Drivers', 'Delete Drivers', 'Add queue'])
      expect(page.getByRole('button', { name }).elements()).toEqual([])
  })

  it('says how many questions a script has', async () => {
    const question = { ...example(getCallQueue).questions[0]!, fieldId: id(4) }
    await openQueues({ questions: [question, { ...question, fieldId: id(5) }] })
    await expect.element(page.getByText(/ · 2 questions in the script$/)).toBeVisible()
    await openQueues({ questions: [] })
    expect(page.getByText(/questions? in the script/).elements()).toEqual([])
  })

  it('keeps filters that the dialog does not show', async () => {
    signInAs('recruiter')
    await openQueues()
    answer(updateCallQueue, queue)
    await page.getByRole('button', { name: 'Edit Drivers' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => callsOf(updateCallQueue)[0]?.body)
      .toMatchObject({ filters: { tag: ['CDL'], statusType: ['lead'] }, version: queue.version })
  })

  it('counts the people of a queue anew once it is edited', async () => {
    signInAs('recruiter')
    answer(countCallQueue, counts)
    await openQueues()
    answer(updateCallQueue, queue)
    await expect.poll(() => callsOf(countCallQueue).length).toBeGreaterThan(0)
    const before = callsOf(countCallQueue).length
    await page.getByRole('button', { name: 'Edit Drivers' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => callsOf(countCallQueue).length).toBeGreaterThan(before)
  })

  it('has a delay for each ending of the last call, and says them in the list', async () => {
    signInAs('recruiter')
    await openQueues({ minutesAfter: { voicemail: 1440, busy: 45 }, otherTimeOfDay: false })
    await expect
      .element(page.getByText('Voicemail: again in 1 day · Busy: again in 45 minutes'))
      .toBeVisible()
    answer(updateCallQueue, queue)
    await page.getByRole('button', { name: 'Edit Drivers' }).click()
    const dialog = page.getByRole('dialog')
    const field = (name: string) => dialog.getByRole('combobox', { name: `${name}, call again` })
    await expect.element(field('After voicemail')).toHaveValue('in 1 day')
    await expect.element(field('After a busy line')).toHaveValue('in 45 minutes')
    await field('After no answer').click()
    await page.getByRole('option', { name: 'in 4 hours' }).click()
    await field('After voicemail').click()
    await page.getByRole('option', { name: 'in 1 day' }).click()
    await dialog.getByRole('checkbox', { name: /Call at another time of day/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => callsOf(updateCallQueue)[0]?.body)
      .toMatchObject({ minutesAfter: { no_answer: 240, busy: 45 }, otherTimeOfDay: true })
    expect(callsOf(updateCallQueue)[0]?.body).not.toHaveProperty('minutesAfter.voicemail')
  })

  it('saves the waits after later tries, of which none may be empty', async () => {
    signInAs('recruiter')
    await openQueues()
    answer(updateCallQueue, queue)
    await page.getByRole('button', { name: 'Edit Drivers' }).click()
    const dialog = page.getByRole('dialog')
    const wait = (tries: number) => dialog.getByRole('textbox', { name: `Hours after try ${tries}` })
    const add = dialog.getByRole('button', { name: 'Add wait' })
    await add.click()
    await wait(2).fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Enter a number')).toBeVisible()
    expect(callsOf(updateCallQueue)).toEqual([])
    await wait(2).fill('24')
    await add.click()
    await expect.element(wait(3)).toHaveValue('24')
    await wait(3).fill('72')
    await add.click()
    await expect.element(add).toBeDisabled()
    await dialog.getByRole('button', { name: 'Remove the wait after try 4' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => callsOf(updateCallQueue)[0]?.body).toMatchObject({ laterHours: [24, 72] })
  })

  it('saves nothing on Cancel, and keeps what was typed when it is refused', async () => {
    signInAs('recruiter')
    await openQueues()
    answer(
      createCallQueue,
      refuse('CONFLICT', 'Another queue has this name', { name: ['Another queue has this name'] }),
    )
    await page.getByRole('link', { name: 'Add queue' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Drivers')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText(/Another queue has this name/).first()).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Drivers')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(createCallQueue)).toHaveLength(1)
  })

  it('brings a deleted queue back by Undo', async () => {
    signInAs('recruiter')
    await openQueues()
    answer(deleteCallQueue, undefined as never)
    answer(restoreCallQueue, queue)
    await page.getByRole('button', { name: 'Delete Drivers' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Deleted Drivers' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => callsOf(restoreCallQueue).map(({ params }) => params.id)).toEqual([id(9)])
  })

  it('counts who is ready, waiting and blocked', async () => {
    answer(countCallQueue, counts)
    await openQueues()
    for (const text of [/Ready\s*3/, /Waiting\s*2/, /Blocked\s*1/])
      await expect.element(page.getByRole('listitem').filter({ hasText: 'Drivers' })).toMatchTextContent(text)
  })

  it('shows a queue as it is when it could not be deleted', async () => {
    signInAs('recruiter')
    await openQueues()
    answer(deleteCallQueue, refuse('UNAVAILABLE', 'Busy.'))
    await page.getByRole('button', { name: 'Delete Drivers' }).click()
    await expect.element(page.getByText(/Not deleted/).first()).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Drivers' })).toBeVisible()
  })
})
