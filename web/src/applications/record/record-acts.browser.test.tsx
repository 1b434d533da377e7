import { listApplicationFiles } from '@muster/contract/application-files.ts'
import { bulkApplications } from '@muster/contract/application-selection.ts'
import {
  getApplicantSummary,
  getApplication,
  listApplications,
  restoreApplication,
} from '@muster/contract/applications.ts'
import { listCandidateMerges } from '@muster/contract/candidate-merges.ts'
import { listPossibleDuplicates } from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { effectivePermissions } from '@muster/contract/permissions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { applicationsOf, id, listFrom } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../../testing/server.ts'

type Details = ResponseOf<typeof getApplication>

const ada = id(101)
const main = page.getByRole('main')
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const steps = page.getByRole('toolbar', { name: 'Statuses' })
const now = () => steps.element().querySelector('[aria-current=step]')?.textContent

function detailsOf(change: Partial<Details> = {}): Details {
  const details = example(getApplication)
  const [status] = details.statuses
  const statuses = [
    { ...status!, id: id(11), name: 'New', type: 'lead' as const, slaDays: null },
    { ...status!, id: id(12), name: 'Called', type: 'contacted' as const, slaDays: null },
  ]
  return {
    ...details,
    id: ada,
    candidate: { ...details.candidate, id: id(200), name: 'Ada', phone: '+12025550143', doNotCall: false },
    statuses,
    status: statuses[0]!,
    timeInStatus: [],
    closedAt: null,
    disposition: null,
    dispositionDetails: null,
    deletedAt: null,
    callbackAt: null,
    otherApplications: [],
    whyNot: {},
    ...change,
  }
}

const may = (...abilities: string[]) =>
  Object.fromEntries(
    Object.keys(example(getApplication).can).map((each) => [each, abilities.includes(each)]),
  ) as Details['can']

async function open(change: Partial<Details> = {}) {
  answer(getApplication, detailsOf(change))
  await openApp(`/applications/${ada}`)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible()
}

describe('a move from the record', () => {
  it('shows at once, and is taken back when it is refused', async () => {
    await open()
    // No later read restores the status.
    answerLater(getApplication, detailsOf())
    const refused = answerLater(bulkApplications, {
      changed: 0,
      refused: [
        { ...example(bulkApplications).refused[0]!, applicationId: ada, message: 'Full.', missing: [] },
      ],
      batchId: null,
    })
    await main.getByRole('button', { name: 'Move to Called' }).click()
    await expect.poll(now).toMatch(/^Called/)
    refused()
    await expect.element(alertOf('Not moved: Full.')).toBeVisible()
    await expect.poll(now).toMatch(/^New/)
  })

  it('is not made by a status that one may not move to, which says why', async () => {
    await open({ can: may(), whyNot: { move: 'The position is closed.' } })
    const step = steps.getByRole('button', { name: /^Called/ })
    await expect.element(step).toHaveAttribute('aria-disabled', 'true')
    ;(step.element() as HTMLElement).click()
    await userEvent.keyboard('se')
    await expect.poll(now).toMatch(/^New/)
    expect(callsOf(bulkApplications)).toEqual([])
    expect([...page.getByRole('dialog').elements(), ...page.getByRole('menu').elements()]).toEqual([])
  })
})

describe('a closed application', () => {
  const closed = {
    disposition: { kind: 'withdrawn', reason: null } as const,
    closedAt: '2026-11-20T09:00:00.000Z',
  }

  it('is not reopened by its key without the permission', async () => {
    await open({ ...closed, can: may('comment') })
    await userEvent.keyboard('e')
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText('Comment', { exact: true })).toHaveFocus()
    expect(callsOf(bulkApplications)).toEqual([])
  })

  it('takes no new callback, but lets one go that is left', async () => {
    await open(closed)
    expect(main.getByRole('button', { name: 'Schedule callback' }).elements()).toEqual([])
    await open({ ...closed, callbackAt: '2031-01-07T15:30:00.000Z' })
    await expect.element(main.getByRole('button', { name: 'Done' })).toBeVisible()
  })
})

describe('the contact data of a record', () => {
  it('call the extension too', async () => {
    const { candidate } = detailsOf()
    await open({ candidate: { ...candidate, phoneExtension: '42' } })
    await expect
      .element(main.getByRole('link', { name: 'Call', exact: true }))
      .toHaveAttribute('href', 'tel:+12025550143;ext=42')
  })

  it('are named as hidden to those who may not see them', async () => {
    const { candidate } = detailsOf()
    const secret = { candidate: { ...candidate, email: 'ada@example.com' } }
    const contact = page.getByRole('region', { name: 'Contact' })
    const all = effectivePermissions('recruiter', [], [])
    signInAs(
      'recruiter',
      all.filter((permission) => permission !== 'contacts:read'),
    )
    await open(secret)
    await expect.poll(() => contact.getByText('hidden', { exact: true }).elements()).toHaveLength(2)
    expect(page.getByText('ada@example.com').elements()).toEqual([])
  })
})

describe('the menu of a record', () => {
  const remove = page.getByRole('menuitem', { name: 'Delete application' })

  it('offers no deletion without the permission', async () => {
    await open()
    await main.getByRole('button', { name: 'More actions' }).click()
    await expect.element(remove).toBeVisible()
    const all = effectivePermissions('recruiter', [], [])
    signInAs(
      'recruiter',
      all.filter((permission) => permission !== 'applications:delete'),
    )
    await open()
    await main.getByRole('button', { name: 'More actions' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    expect(remove.elements()).toEqual([])
  })
})

it('a deleted application stays deleted when restoring it is refused, with the reason', async () => {
  answer(restoreApplication, refuse('CONFLICT', 'Its position is gone.'))
  await open({ deletedAt: '2026-11-20T09:00:00.000Z' })
  await main.getByRole('button', { name: 'Restore' }).click()
  await expect.element(alertOf('Not restored: Its position is gone.')).toBeVisible()
  await expect.element(main.getByText(/^This application is deleted/)).toBeVisible()
})

it('what is left of an erased person says so, offers no act but the deletion, and asks for nothing about them', async () => {
  const { candidate } = detailsOf()
  const deletedAt = '2026-11-20T09:00:00.000Z'
  const can = { ...candidate.can, edit: false, delete: false }
  await open({ candidate: { ...candidate, phone: null, deletedAt, can }, can: may('delete') })
  await expect.element(main.getByText(/^This person was erased/)).toBeVisible()
  expect(main.getByRole('link', { name: 'Add to position' }).elements()).toEqual([])
  expect(main.getByRole('link', { name: 'Ada' }).elements()).toEqual([])
  expect(main.getByRole('textbox').elements()).toEqual([])
  expect([...callsOf(listPossibleDuplicates), ...callsOf(listCandidateMerges)]).toEqual([])
})

it('the summary says why it is missing, and can be tried again', async () => {
  answer(getApplicantSummary, refuse('FORBIDDEN', 'Not you.'))
  // Without a résumé it is in its place.
  answer(listApplicationFiles, { items: [] })
  await open({ resumeFile: null })
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect.element(summary.getByText('Not you.')).toBeVisible()
  answer(getApplicantSummary, { ...example(getApplicantSummary), paragraph: 'Drives at night.' })
  await summary.getByRole('button').click()
  await expect.element(summary.getByText('Drives at night.')).toBeVisible()
})

it('another application of the person opens in a new tab with Ctrl, and this one stays', async () => {
  const [other] = example(getApplication).otherApplications
  await open({
    otherApplications: [{ ...other!, id: id(102), position: { ...other!.position, name: 'Picker' } }],
  })
  const tab = page.getByRole('link', { name: /^Picker/ }).element()
  let isLeftToTheBrowser = false
  window.addEventListener(
    'click',
    (event) => {
      isLeftToTheBrowser = !event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  tab.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
  expect(isLeftToTheBrowser).toBe(true)
  expect(location.pathname).toBe(`/applications/${ada}`)
})

describe('the record beside the list', () => {
  beforeEach(async () => {
    const rows = applicationsOf('Ada', 'Björn')
    answer(
      listApplications,
      listFrom(() => rows),
    )
    await page.viewport(1440, 900)
  })

  it('that cannot be loaded says why, and is loaded once one tries again', async () => {
    answer(getApplication, refuse('FORBIDDEN', 'Not you.'))
    await openApp('/applications?q=drawer')
    await expect.element(page.getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
    await userEvent.keyboard('jo')
    const drawer = page.getByRole('complementary', { name: 'Ada' })
    await expect.element(drawer.getByText('Not you.')).toBeVisible()
    answer(getApplication, detailsOf({ id: id(100) }))
    await drawer.getByRole('button', { name: /again|Retry/ }).click()
    await expect.element(drawer.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible()
    await expect.element(drawer.getByRole('button', { name: /^Move to/ })).toBeVisible()
  })
})
