import { getCandidate } from '@muster/contract/candidates.ts'
import { listConsents, recordConsent } from '@muster/contract/consents.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

type Answer = ResponseOf<typeof listConsents>

const section = page.getByRole('region', { name: 'Consent to contact' })

function entryOf(more: Partial<Answer['items'][number]>): Answer['items'][number] {
  return {
    id: id(700),
    candidateId: id(200),
    channel: 'any',
    purpose: 'recruiting',
    action: 'given',
    wording: null,
    source: 'user',
    at: '2026-01-02T10:00:00.000Z',
    recordedAt: '2026-01-02T10:00:00.000Z',
    recordedBy: { id: id(1), name: 'Ada Admin' },
    evidence: { url: null, file: null, callId: null },
    ...more,
  }
}

let states: Answer['channels']
let entries: Answer['items']

beforeEach(() => {
  entries = [
    entryOf({ id: id(702), channel: 'voice_agent_call', action: 'revoked', source: 'call' }),
    entryOf({
      id: id(701),
      wording: 'May we call you?',
      evidence: { url: 'https://forms.example/1', file: null, callId: null },
    }),
  ]
  states = [
    { channel: 'person_call', state: 'given', entryId: id(701) },
    { channel: 'voice_agent_call', state: 'revoked', entryId: id(702) },
    { channel: 'text_message', state: 'given', entryId: id(701) },
    { channel: 'email', state: 'unknown', entryId: null },
  ]
  answer(getCandidate, {
    ...example(getCandidate),
    id: id(200),
    applications: [],
    can: { edit: true, delete: true },
  })
  answer(listConsents, () => pageOf(entries))
  answer(recordConsent, ({ body }) => {
    const entry = entryOf({ id: id(703), channel: body.channel, action: body.action })
    entries = [entry, ...entries]
    states = states.map((each) =>
      each.channel === body.channel ? { ...each, state: 'revoked', entryId: entry.id } : each,
    )
    return entry
  })
})

const pageOf = (items: Answer['items']): Answer => ({
  items,
  nextCursor: null,
  total: { value: items.length, atLeast: false },
  channels: states,
})

async function openForm() {
  await section.getByRole('button', { name: 'Record consent' }).click()
  const form = section.getByRole('form', { name: 'Record consent' })
  await expect.element(form).toBeVisible()
  return form
}

async function open() {
  await openApp(`/candidates/${id(200)}`)
  await expect.element(section).toBeVisible()
}

describe('the consents of a candidate', () => {
  it('show the state of each channel, and their history with the words and the evidence', async () => {
    await open()
    const rows = section.getByRole('listitem')
    await expect.element(rows.nth(1)).toHaveTextContent('Calls by voice agentsRevoked')
    await section.getByRole('button', { name: 'Show consent history' }).click()
    const history = section.getByRole('list', { name: 'Consent history' }).getByRole('listitem')
    await expect.element(history.nth(0).getByText('Calls by voice agents: Revoked')).toBeVisible()
    await expect.element(history.nth(0).getByText(/in a call, Ada Admin/)).toBeVisible()
    await expect.element(history.nth(1).getByText('Any channel: Given')).toBeVisible()
    await expect.element(history.nth(1).getByText('May we call you?')).toBeVisible()
    await expect
      .element(history.nth(1).getByRole('link', { name: 'Evidence' }))
      .toHaveAttribute('href', 'https://forms.example/1')
  })

  it('are revoked for one channel in one step', async () => {
    await open()
    await section.getByRole('button', { name: 'Record refusal: Emails' }).click()
    await expect.element(page.getByText('Consent revoked')).toBeVisible()
    expect(callsOf(recordConsent).at(-1)?.body).toEqual({ channel: 'email', action: 'revoked' })
    await expect
      .element(section.getByRole('button', { name: 'Record refusal: Emails' }))
      .not.toBeInTheDocument()
  })

  it('are recorded with the keyboard alone, which returns to where it began', async () => {
    await open()
    const opener = section.getByRole('button', { name: 'Record consent' }).first()
    ;(opener.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const form = section.getByRole('form', { name: 'Record consent' })
    await expect.element(form.getByRole('combobox', { name: 'Channel' })).toHaveFocus()
    await userEvent.keyboard('{Tab}{Tab}{Tab}May we?{Tab}{Tab}')
    await form.getByRole('button', { name: 'Record consent' }).click()
    await expect.element(page.getByText('Consent recorded')).toBeVisible()
    expect(callsOf(recordConsent).at(-1)?.body).toEqual({
      channel: 'any',
      purpose: 'recruiting',
      action: 'given',
      wording: 'May we?',
    })
    await expect.element(opener).toHaveFocus()
  })

  it('keep the form with what the server refuses', async () => {
    await open()
    answer(recordConsent, refuse('VALIDATION', 'Check the fields', { evidenceUrl: ['Enter a URL'] }))
    await section.getByRole('button', { name: 'Record consent' }).click()
    const form = section.getByRole('form', { name: 'Record consent' })
    await form.getByLabelText('Link to the evidence').fill('nothing')
    await form.getByRole('button', { name: 'Record consent' }).click()
    await expect.element(form.getByText('Enter a URL')).toBeVisible()
  })

  it('stay as they are after Cancel, which returns to where it began', async () => {
    await open()
    const form = await openForm()
    await form.getByLabelText('Words shown').fill('May we?')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => form.elements()).toEqual([])
    await expect.element(section.getByRole('button', { name: 'Record consent' })).toHaveFocus()
    expect(callsOf(recordConsent)).toEqual([])
  })

  it('are recorded once by a double click', async () => {
    await open()
    const form = await openForm()
    const respond = answerLater(recordConsent, entryOf({ id: id(703) }))
    await form.getByRole('button', { name: 'Record consent' }).dblClick()
    respond()
    await expect.element(page.getByText('Consent recorded')).toBeVisible()
    expect(callsOf(recordConsent)).toHaveLength(1)
  })

  it('are revoked once by a double click', async () => {
    await open()
    const respond = answerLater(recordConsent, entryOf({ id: id(703), channel: 'email', action: 'revoked' }))
    await section.getByRole('button', { name: 'Record refusal: Emails' }).dblClick()
    respond()
    await expect.element(page.getByText('Consent revoked')).toBeVisible()
    expect(callsOf(recordConsent)).toHaveLength(1)
  })

  it('keep their state when revoking is refused, with the reason', async () => {
    answer(recordConsent, refuse('FORBIDDEN', 'The workspace is suspended'))
    await open()
    await section.getByRole('button', { name: 'Revoke consent: Calls by people' }).click()
    await expect.element(page.getByText('Consent not revoked: The workspace is suspended')).toBeVisible()
    await expect.element(section.getByRole('listitem').nth(0)).toHaveTextContent('Calls by peopleGivenRevoke')
  })

  it('keep all that was typed when the entry is refused for no field', async () => {
    answer(recordConsent, refuse('CONFLICT', 'The candidate is being merged'))
    await open()
    const form = await openForm()
    await form.getByLabelText('Words shown').fill('May we?')
    await form.getByLabelText('Link to the evidence').fill('https://forms.example/2')
    await form.getByRole('button', { name: 'Record consent' }).click()
    await expect.element(page.getByText('Consent not recorded: The candidate is being merged')).toBeVisible()
    await expect.element(form.getByLabelText('Words shown')).toHaveValue('May we?')
    await expect.element(form.getByLabelText('Link to the evidence')).toHaveValue('https://forms.example/2')
  })

  it('show why they could not be loaded, and load again', async () => {
    answer(listConsents, refuse('FORBIDDEN', 'Consents are out of reach'))
    await openApp(`/candidates/${id(200)}`)
    await expect.element(page.getByText('Consents are out of reach')).toBeVisible()
    expect(section.elements()).toEqual([])
    answer(listConsents, pageOf(entries))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(section).toBeVisible()
  })

  it('have older entries, which are loaded again where that failed', async () => {
    const older = entryOf({ id: id(690), wording: 'An older question' })
    answer(listConsents, ({ query }) =>
      query.cursor ? refuse('FORBIDDEN', 'No more')() : { ...pageOf(entries), nextCursor: 'next' },
    )
    await open()
    await section.getByRole('button', { name: 'Show consent history' }).click()
    await section.getByRole('button', { name: 'Show more' }).click()
    await expect.element(section.getByRole('button', { name: 'Could not load more. Retry' })).toBeVisible()
    answer(listConsents, pageOf([older]))
    await section.getByRole('button', { name: 'Could not load more. Retry' }).click()
    await expect.element(section.getByText('An older question')).toBeVisible()
    await expect.element(section.getByText('May we call you?')).toBeVisible()
    expect(callsOf(listConsents).at(-1)?.query).toMatchObject({ cursor: 'next' })
  })

  it('cannot be changed by those who may not edit the candidate', async () => {
    answer(getCandidate, {
      ...example(getCandidate),
      id: id(200),
      applications: [],
      can: { edit: false, delete: false },
    })
    await open()
    expect(section.getByRole('button', { name: /Record|Revoke/ }).elements()).toEqual([])
  })
})
