import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { getApplicantSummary, getApplication } from '@muster/contract/applications.ts'
import { deleteCall, exportCalls, listCalls, logCall } from '@muster/contract/calls.ts'
import { listCustomFields } from '@muster/contract/custom-fields.ts'
import { getVoiceCampaign } from '@muster/contract/voice-campaigns.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const ada = id(101)
const dialog = page.getByRole('dialog')
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const submit = dialog.getByRole('button', { name: 'Log call' })
const chip = (name: string) => dialog.getByRole('radio', { name, exact: true })
/** The field of a chip is hidden below its words. */
const choose = (name: string) => dialog.getByText(name, { exact: true }).click()
const sent = () => callsOf(logCall).map(({ body }) => body)

/** Chooses an item of the menu; null opens the dialog for an inbound call, and '' nothing. */
async function open(item: string | null = 'Log with a note…', can: Partial<{ call: boolean }> = {}) {
  const details = example(getApplication)
  answer(getApplication, {
    ...details,
    id: ada,
    candidate: { ...details.candidate, name: 'Ada', doNotCall: can.call === false },
    can: { ...details.can, ...can },
    closedAt: null,
    disposition: null,
    dispositionDetails: null,
    deletedAt: null,
    otherApplications: [],
  })
  await openApp(`/applications/${ada}${item === null ? '?dialog=call' : ''}`)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ada', exact: true })).toBeVisible()
  if (!item) return
  await userEvent.keyboard('l')
  await page.getByRole('menuitem', { name: item }).click()
  await expect.element(submit).toBeVisible()
}

beforeEach(() => {
  answer(listCustomFields, { items: [] })
  answer(getApplicantSummary, {
    ...example(getApplicantSummary),
    callable: { ...example(getApplicantSummary).callable, timezone: 'Pacific/Auckland' },
  })
})

describe('a call that is logged', () => {
  it('with a conversation takes an outcome, minutes and a note', async () => {
    await open()
    await submit.click()
    await expect.element(dialog.getByText('Choose an outcome')).toBeVisible()
    await choose('Interested')
    await dialog.getByRole('textbox', { name: 'Minutes' }).fill('2.5')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('  Starts on Monday ')
    const reads = callsOf(listCalls).length
    await submit.click()
    await expect.poll(sent).toMatchObject([
      {
        applicationId: ada,
        direction: 'outbound',
        endReason: 'human_conversation',
        outcome: 'interested',
        durationSeconds: 150,
        summary: 'Starts on Monday',
      },
    ])
    // The record has the call at once.
    await expect.poll(() => callsOf(listCalls).length).toBeGreaterThan(reads)
  })

  it('without a conversation has no outcome that was chosen before', async () => {
    await open()
    await choose('Interested')
    await choose('No answer')
    await submit.click()
    await expect.poll(sent).toMatchObject([{ endReason: 'no_answer', outcome: null, durationSeconds: null }])
  })

  it('has no result that calls of the other direction do not have', async () => {
    await open()
    await choose('Busy')
    await choose('Inbound')
    expect(chip('Busy').elements()).toEqual([])
    await submit.click()
    // As a conversation it takes an outcome.
    await expect.element(dialog.getByText('Choose an outcome')).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('with a callback takes its time, on the clock of the candidate', async () => {
    await open()
    await choose('Asked for a callback')
    await submit.click()
    await expect.element(dialog.getByText('Choose a callback time')).toBeVisible()
    const field = dialog.getByLabelText('Callback, candidate’s time (Auckland)')
    await field.fill('2031-07-08T09:00')
    await submit.click()
    // Auckland is 12 hours ahead of UTC in July.
    await expect.poll(sent).toMatchObject([{ outcome: 'callback', callbackAt: '2031-07-07T21:00:00.000Z' }])
  })

  it('stays typed when it is refused, with the reason', async () => {
    answer(logCall, refuse('UNAVAILABLE', 'The server is busy.'))
    await open()
    await choose('Interested')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Starts on Monday')
    await submit.click()
    await expect.element(alertOf('The server is busy.')).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Starts on Monday')
  })

  it('is inbound for somebody who must not be called, and agrees on no callback', async () => {
    await open(null, { call: false })
    await expect.element(dialog.getByText(/^This candidate asked not to be called/)).toBeVisible()
    expect([...chip('Outbound').elements(), ...chip('Asked for a callback').elements()]).toEqual([])
    await choose('Interested')
    await submit.click()
    await expect.poll(sent).toMatchObject([{ direction: 'inbound', outcome: 'interested' }])
  })

  it('is not sent on Cancel', async () => {
    await open()
    await choose('Interested')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(sent()).toEqual([])
  })
})

describe('a result chosen from the menu', () => {
  async function chooseInterested() {
    await open(null)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    await userEvent.keyboard('l')
    await page.getByRole('menuitem', { name: /^Interested/ }).click()
  }

  it('that is refused says why', async () => {
    answer(logCall, refuse('CONFLICT', 'The position is closed.'))
    await chooseInterested()
    await expect.element(alertOf('Call not logged: The position is closed.')).toBeVisible()
  })

  it('is undone, or says why it cannot be any more', async () => {
    answer(logCall, { ...example(logCall), id: id(77), outcome: 'interested', movedTo: null })
    answer(deleteCall, refuse('CONFLICT', 'It was corrected since.'))
    await chooseInterested()
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Call with Ada: Interested' }))
      .toBeVisible()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.element(alertOf('Not undone: It was corrected since.')).toBeVisible()
    expect(callsOf(deleteCall).map(({ params }) => params.id)).toEqual([id(77)])
  })
})

it('a call in the history has its outcome changed by those who may', async () => {
  const [entry] = example(listCandidateActivity).items
  const [logged] = example(listCalls).items
  answer(listCandidateActivity, {
    ...example(listCandidateActivity),
    items: [{ ...entry!, kind: 'call', callId: id(77), body: 'Talked about nights' }],
    nextCursor: null,
  })
  const offers = page.getByRole('button', { name: 'Change outcome' })
  for (const correct of [true, false]) {
    answer(listCalls, {
      ...example(listCalls),
      items: [
        {
          ...logged!,
          ...{ id: id(77), endReason: 'human_conversation', summary: 'Talked about nights' },
          can: { correct, takeBack: true },
        },
      ],
    })
    await open('')
    await expect.element(page.getByText('Talked about nights')).toBeInTheDocument()
    await expect.poll(() => offers.elements().length).toBe(correct ? 1 : 0)
  }
})

describe('the calls behind a figure', () => {
  it('name who logged a call without an agent', async () => {
    const campaign = example(getVoiceCampaign)
    answer(getVoiceCampaign, { ...campaign, state: 'paused', today: { ...campaign.today, answered: 3 } })
    const [logged] = example(listCalls).items
    answer(listCalls, {
      ...example(listCalls),
      items: [{ ...logged!, agent: null, loggedBy: { id: id(88), name: 'Olga Owner' } }],
    })
    await openApp(`/voice-campaigns/${campaign.id}`)
    const today = page.getByRole('region', { name: 'Today' })
    await today.getByRole('button', { name: '3', exact: true }).click()
    await expect.element(dialog.getByText('Olga Owner')).toBeVisible()
  })

  it('are exported as they are filtered', async () => {
    const campaign = example(getVoiceCampaign)
    answer(getVoiceCampaign, { ...campaign, state: 'paused', today: { ...campaign.today, answered: 3 } })
    answer(listCalls, { ...example(listCalls), total: { value: 1, atLeast: false } })
    await openApp(`/voice-campaigns/${campaign.id}`)
    const today = page.getByRole('region', { name: 'Today' })
    await today.getByRole('button', { name: '3', exact: true }).click()
    await expect.element(dialog.getByText('1 call', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Inbound' }).click()
    await expect.poll(() => callsOf(listCalls).at(-1)?.query.direction).toBe('inbound')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect
      .poll(() =>
        callsOf(exportCalls).map(({ query }) => [query.answered, query.direction, query.campaignId]),
      )
      .toEqual([['true', 'inbound', campaign.id]])
  })
})
