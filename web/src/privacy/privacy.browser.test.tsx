import { getCandidate, listCandidates } from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  eraseCandidate,
  getRetention,
  listRetentionRows,
  previewErasure,
  previewRetention,
  updateRetention,
} from '@muster/contract/privacy.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

let stored: ResponseOf<typeof getRetention>

const dialog = page.getByRole('dialog')
const saveButton = page.getByRole('main').getByRole('button', { name: 'Save', exact: true })
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const rule = (name: string) => page.getByRole('combobox', { name, exact: true })
const saved = () => callsOf(updateRetention).map(({ body }) => body)

beforeEach(() => {
  stored = {
    version: 4,
    candidatesMonths: null,
    filesMonths: 12,
    callsMonths: 7,
    auditYears: null,
    lastRunAt: '2026-11-20T09:00:00.000Z',
    lastRun: { candidates: 1, files: 0, calls: 0, auditLogs: 0 },
  }
  answer(getRetention, () => stored)
  answer(updateRetention, ({ body }) => {
    stored = { ...stored, ...body, version: stored.version + 1 }
    return stored
  })
  const one = { value: 1, atLeast: false }
  answer(previewRetention, { candidates: one, files: one, calls: one, auditLogs: one })
})

async function choose(name: string, length: string) {
  await rule(name).click()
  await page.getByRole('option', { name: length, exact: true }).click()
}

describe('a rule of data retention', () => {
  beforeEach(async () => {
    await openApp('/settings/privacy')
    await expect.element(rule('Files')).toHaveValue('after 1 year')
  })

  it('that is the first of its kind is asked about, and not saved on Cancel', async () => {
    await choose('Candidates', 'after 6 months')
    await saveButton.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(saved()).toEqual([])
    await expect.element(rule('Candidates')).toHaveValue('after 6 months')
    await saveButton.click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(saved)
      .toEqual([{ candidatesMonths: 6, filesMonths: 12, callsMonths: 7, auditYears: null, version: 4 }])
    await expect.element(saveButton).toBeDisabled()
  })

  it('that becomes shorter is asked about; one that becomes longer or ends is not', async () => {
    await choose('Files', 'after 6 months')
    await saveButton.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    await choose('Files', 'after 2 years')
    await choose('Call content', 'never')
    await saveButton.click()
    await expect.poll(saved).toMatchObject([{ filesMonths: 24, callsMonths: null }])
    expect(dialog.elements()).toEqual([])
  })

  it('is shown as it is, even where that is not among the choices', async () => {
    await expect.element(rule('Call content')).toHaveValue('after 7 months')
    await choose('Call content', 'after 1 year')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.element(rule('Call content')).toHaveValue('after 7 months')
  })

  it('that somebody else changed meanwhile is read again, and what was chosen stays', async () => {
    answer(updateRetention, refuse('CONFLICT', 'Changed meanwhile.'))
    stored = { ...stored, auditYears: 5, version: 5 }
    await choose('Files', 'after 2 years')
    await saveButton.click()
    await expect.element(alertOf('Not saved: Changed meanwhile.')).toBeVisible()
    await expect.element(rule('Audit log')).toHaveValue('after 5 years')
    await expect.element(rule('Files')).toHaveValue('after 2 years')
  })

  it('that is not saved is asked about when the screen is left', async () => {
    await choose('Files', 'after 2 years')
    await page.getByRole('link', { name: 'Candidates' }).first().click()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    await expect.element(rule('Files')).toHaveValue('after 2 years')
  })

  it('says in advance what it deletes, of which it opens the list', async () => {
    await expect.element(page.getByText(/^1 file would be deleted tonight/)).toBeVisible()
    await expect.element(page.getByText(/1 row cleaned up$/)).toBeVisible()
    expect(callsOf(previewRetention).map(({ query }) => query)).toEqual(
      expect.arrayContaining([{ filesMonths: '12' }, { callsMonths: '7' }]),
    )
    await page
      .getByText(/^1 file would be deleted tonight/)
      .getByRole('link')
      .click()
    await expect
      .poll(() => callsOf(listRetentionRows).map(({ query }) => [query.rule, query.months]))
      .toEqual([['files', '12']])
    await expect.element(dialog.getByRole('heading', { name: 'Files' })).toBeVisible()
  })
})

it('a rule of data retention is saved once by a double click', async () => {
  await openApp('/settings/privacy')
  await expect.element(rule('Files')).toHaveValue('after 1 year')
  await choose('Files', 'after 2 years')
  const respond = answerLater(updateRetention, { ...stored, filesMonths: 24, version: 5 })
  await saveButton.dblClick()
  respond()
  await expect.element(page.getByText('Data retention saved')).toBeVisible()
  expect(saved()).toHaveLength(1)
})

it('the rules of data retention are neither loaded nor shown to those who may not set them', async () => {
  signInAs('recruiter')
  await openApp('/settings/privacy')
  await expect.element(page.getByText(/Requires the .* permission/).first()).toBeVisible()
  expect(callsOf(getRetention)).toEqual([])
  expect(saveButton.elements()).toEqual([])
})

describe('the list of what a rule deletes', () => {
  const address = '/settings/privacy?rule=files&months=12'

  it('has further rows', async () => {
    const [row] = example(listRetentionRows).items
    answer(listRetentionRows, ({ query }) => ({
      ...example(listRetentionRows),
      items: [{ ...row!, id: id(query.cursor ? 2 : 1), name: query.cursor ? 'b.pdf' : 'a.pdf' }],
      nextCursor: query.cursor ? null : 'next',
    }))
    await openApp(address)
    await expect.element(dialog.getByText('a.pdf')).toBeVisible()
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expect.element(dialog.getByText('b.pdf')).toBeVisible()
    await expect.element(dialog.getByText('a.pdf')).toBeVisible()
    await expect.poll(() => dialog.getByRole('button', { name: 'Show more' }).elements()).toEqual([])
  })

  it('loads further rows again where that failed', async () => {
    answer(listRetentionRows, ({ query }) =>
      query.cursor ? refuse('FORBIDDEN', 'No more')() : { ...example(listRetentionRows), nextCursor: 'next' },
    )
    await openApp(address)
    await dialog.getByRole('button', { name: 'Show more' }).click()
    const again = dialog.getByRole('button', { name: 'Could not load more. Retry' })
    await expect.element(again).toBeVisible()
    const [row] = example(listRetentionRows).items
    answer(listRetentionRows, {
      ...example(listRetentionRows),
      items: [{ ...row!, id: id(2), name: 'b.pdf' }],
    })
    await again.click()
    await expect.element(dialog.getByText('b.pdf')).toBeVisible()
  })

  it('says why it could not be loaded, not that it is empty, and loads again', async () => {
    answer(listRetentionRows, refuse('FORBIDDEN', 'Not you.'))
    await openApp(address)
    await expect.element(dialog.getByText('Not you.')).toBeVisible()
    expect(dialog.getByText('No data is this old yet.').elements()).toEqual([])
    answer(listRetentionRows, { ...example(listRetentionRows), items: [] })
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect.element(dialog.getByText('No data is this old yet.')).toBeVisible()
  })
})

describe('a person who is erased', () => {
  const ada = id(201)

  beforeEach(async () => {
    answer(getCandidate, { ...example(getCandidate), id: ada, name: 'Ada', applications: [] })
    answer(previewErasure, {
      name: 'Ada',
      applications: 1,
      openApplications: 0,
      comments: 1,
      calls: 2,
      files: 0,
      importFiles: 0,
    })
    const [row] = example(listCandidates).items
    answer(listCandidates, () => ({
      ...example(listCandidates),
      items: callsOf(eraseCandidate).length > 0 ? [] : [{ ...row!, id: ada, name: 'Ada', deletedAt: null }],
    }))
    await openApp('/candidates')
    await page.getByRole('link', { name: 'Ada', exact: true }).click()
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase permanently…' }).click()
    await expect.element(dialog.getByRole('textbox')).toBeVisible()
  })

  it('loses just what there is, which the question names', async () => {
    const lost = dialog
      .getByRole('listitem')
      .elements()
      .map((each) => each.textContent)
    expect(lost).toEqual([
      'name, contact details, notes and tags',
      'the text of 1 comment',
      'the content of 2 calls',
    ])
    await dialog.getByRole('textbox').fill('Ada')
    await dialog.getByRole('button', { name: 'Erase permanently' }).click()
    await expect.element(page.getByText('Candidate erased')).toBeVisible()
    await expect.poll(() => location.pathname).toBe('/candidates')
    // The list does not show them from memory.
    await expect.element(page.getByText('No candidates yet')).toBeVisible()
  })

  it('stays when that is refused, with the reason and what was typed', async () => {
    answer(eraseCandidate, refuse('CONFLICT', 'An import is running.'))
    await dialog.getByRole('textbox').fill('Ada')
    await dialog.getByRole('button', { name: 'Erase permanently' }).click()
    await expect.element(alertOf('An import is running.')).toBeVisible()
    await expect.element(dialog.getByRole('textbox')).toHaveValue('Ada')
    expect(location.pathname).toBe(`/candidates/${ada}`)
  })

  it('stays after Cancel', async () => {
    await dialog.getByRole('textbox').fill('Ada')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(eraseCandidate)).toEqual([])
    expect(location.pathname).toBe(`/candidates/${ada}`)
  })

  it('is erased once by a double click', async () => {
    const respond = answerLater(eraseCandidate, example(eraseCandidate))
    await dialog.getByRole('textbox').fill('Ada')
    await dialog.getByRole('button', { name: 'Erase permanently' }).dblClick()
    respond()
    await expect.element(page.getByText('Candidate erased')).toBeVisible()
    expect(callsOf(eraseCandidate).map(({ params, body }) => ({ ...params, ...body }))).toEqual([
      { id: ada, confirmName: 'Ada' },
    ])
  })
})
