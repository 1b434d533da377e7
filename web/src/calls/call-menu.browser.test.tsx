import { t } from '@lingui/core/macro'
import { getApplication } from '@muster/contract/applications.ts'
import { callOutcomes, logCall } from '@muster/contract/calls.ts'
import { listCustomFields } from '@muster/contract/custom-fields.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fieldOf } from '../testing/custom-fields.ts'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'
import { outcomeLabels } from './call-labels.ts'

const startDate = fieldOf(1, {
  subject: 'call',
  label: 'Start date',
  required: { always: false, fromStatusType: null, outcomes: ['interested'] },
})

/** Opens a record whose fields of calls load later. Returns what loads them. */
async function openRecord() {
  const details = example(getApplication)
  answer(getApplication, {
    ...details,
    candidate: { ...details.candidate, name: 'Ada', doNotCall: false },
    closedAt: null,
    disposition: null,
    dispositionDetails: null,
    deletedAt: null,
    otherApplications: [],
  })
  let ofCalls = () => {}
  const loaded = new Promise<void>((resolve) => {
    ofCalls = resolve
  })
  answer(listCustomFields, async ({ query }) => {
    if (query.subject !== 'call') return { items: [] }
    await loaded
    return { items: [startDate] }
  })
  answerLater(logCall, example(logCall))
  await openApp(`/applications/${id(101)}`)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ada', exact: true })).toBeVisible()
  await userEvent.keyboard('l')
  await expect.element(page.getByRole('menuitem', { name: /^Interested/ })).toBeVisible()
  return ofCalls
}

it('offers every outcome', async () => {
  await openRecord()
  const offered = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent)
  const results = offered()
  await userEvent.keyboard('0')
  await expect.element(page.getByRole('menuitem', { name: /^Wrong number/ })).toBeVisible()
  const all = [...results, ...offered()]
  const lacking = callOutcomes.filter((outcome) => {
    // It asks for the time first.
    const label = outcome === 'callback' ? 'Callback…' : t(outcomeLabels[outcome])
    return !all.some((text) => text.includes(label))
  })
  expect(lacking).toEqual([])
})

describe('an outcome that is chosen before the fields of calls are loaded', () => {
  it('asks for the field that it requires, and logs nothing before', async () => {
    const load = await openRecord()
    await userEvent.keyboard('5')
    await expect.element(page.getByRole('menuitem', { name: /^Interested/ })).not.toBeInTheDocument()
    expect(callsOf(logCall)).toEqual([])
    load()
    await expect.element(page.getByRole('dialog', { name: 'Log a call with Ada' })).toBeVisible()
    await expect.element(page.getByLabelText('Start date')).toBeVisible()
    expect(callsOf(logCall)).toEqual([])
  })

  it('is logged once they are, if it requires none', async () => {
    const load = await openRecord()
    await userEvent.keyboard('1')
    load()
    await expect.poll(() => callsOf(logCall).map(({ body }) => body.endReason)).toEqual(['no_answer'])
  })
})

describe('a call with a note', () => {
  const dialog = page.getByRole('dialog')
  const note = dialog.getByRole('textbox', { name: 'Note' })
  const log = dialog.getByRole('button', { name: 'Log call' })

  async function openDialog() {
    const load = await openRecord()
    load()
    await page.getByRole('menuitem', { name: 'Log with a note…' }).click()
    await expect.element(log).toBeVisible()
  }

  it('needs an outcome if somebody was reached', async () => {
    await openDialog()
    await log.click()
    await expect.element(dialog.getByText('Choose an outcome')).toBeVisible()
    expect(callsOf(logCall)).toEqual([])
  })

  it('has no outcome if nobody was reached, whatever was chosen before', async () => {
    await openDialog()
    await dialog.getByText('Not interested', { exact: true }).click()
    await dialog.getByText('Voicemail', { exact: true }).click()
    await note.fill('  Call on Monday ')
    await dialog.getByRole('textbox', { name: 'Minutes' }).fill('1.5')
    await log.click()
    await expect
      .poll(() => callsOf(logCall)[0]?.body)
      .toMatchObject({ outcome: null, summary: 'Call on Monday', durationSeconds: 90 })
  })

  it('keeps the note when it is refused, and logs nothing on Cancel', async () => {
    await openDialog()
    answer(logCall, refuse('CONFLICT', 'This candidate asked not to be called.'))
    await dialog.getByText('Voicemail', { exact: true }).click()
    await note.fill('Call on Monday')
    await log.click()
    await expect.element(page.getByText(/asked not to be called/).first()).toBeVisible()
    await expect.element(note).toHaveValue('Call on Monday')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(logCall)).toHaveLength(1)
  })
})
