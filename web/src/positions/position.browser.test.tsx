import { undoBatch } from '@muster/contract/application-selection.ts'
import { listApplications } from '@muster/contract/applications.ts'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  copyPosition,
  createPosition,
  deletePosition,
  deleteStatus,
  exportPositions,
  getPosition,
  listPositions,
  restorePosition,
  updatePosition,
} from '@muster/contract/positions.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

type Details = ResponseOf<typeof getPosition>

const driver = id(301)
const dialog = page.getByRole('dialog')
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const toastOf = (text: string) => page.getByRole('status').filter({ hasText: text })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
const undoButton = page.getByRole('button', { name: /^Undo/ })
const changes = () => callsOf(updatePosition).map(({ body }) => body)

const none = {
  lead: 0,
  contacted: 0,
  qualified: 0,
  submitted: 0,
  interview: 0,
  offer: 0,
  hired: 0,
  closed: 0,
}

function statusOf(n: number, name: string, type: Details['statuses'][number]['type']) {
  const [status] = example(getPosition).statuses
  return { ...status!, id: id(n), name, type, slaDays: null }
}

function positionOf(change: Partial<Details> = {}): Details {
  return {
    ...example(getPosition),
    id: driver,
    name: 'Driver',
    state: 'open',
    closedAt: null,
    deletedAt: null,
    counts: { ...none, lead: 2, interview: 1, hired: 4, closed: 9 },
    statuses: [
      statusOf(11, 'New', 'lead'),
      statusOf(12, 'Talks', 'interview'),
      statusOf(13, 'Started', 'hired'),
      statusOf(14, 'Gone', 'closed'),
    ],
    ...change,
  }
}

/** Answers a position that keeps what is changed. */
function answerPosition(change: Partial<Details> = {}) {
  let now = positionOf(change)
  answer(getPosition, () => now)
  answer(updatePosition, ({ body: { state, openApplications } }) => {
    now = { ...now, ...(state && { state }) }
    const closed = openApplications?.action === 'close' ? { closed: 3, batchId: id(900) } : null
    return { ...example(updatePosition), ...now, closedApplications: closed && { ...closed, left: 0 } }
  })
}

async function openMenu() {
  await openApp(`/positions/${driver}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect.element(item('Edit')).toBeVisible()
}

const state = () =>
  page.getByRole('region', { name: 'Position', exact: true }).getByRole('definition').first().element()
    .textContent

describe('the state of a position', () => {
  it('is what it was when the change is refused, with the reason', async () => {
    answerPosition()
    answer(updatePosition, refuse('CONFLICT', 'Somebody was faster.'))
    await openMenu()
    await item(/^Put on hold/).click()
    await expect.element(alertOf('Driver not changed: Somebody was faster.')).toBeVisible()
    await expect.poll(state).toBe('Open')
  })

  it('changes at once, and back with Undo', async () => {
    answerPosition()
    await openMenu()
    await item(/^Put on hold/).click()
    await expect.poll(state).toBe('On hold')
    await undoButton.click()
    await expect.poll(changes).toEqual([{ state: 'on_hold' }, { state: 'open' }])
    await expect.poll(state).toBe('Open')
  })
})

describe('a position that closes', () => {
  const closeButton = dialog.getByRole('button', { name: /^Close position/ })

  async function ask() {
    await openMenu()
    await item('Close…').click()
    await expect.element(closeButton).toBeVisible()
  }

  it('closes its open applications, and Undo reopens all of them', async () => {
    answerPosition()
    await ask()
    await expect.element(closeButton).toHaveTextContent('Close position and 3 applications')
    await closeButton.click()
    await expect.poll(changes).toEqual([
      {
        state: 'closed',
        openApplications: { action: 'close', disposition: 'position_closed', reasonId: null, note: null },
      },
    ])
    await expect.element(toastOf('Closed Driver and 3 applications')).toBeVisible()
    answer(undoBatch, {
      changed: 2,
      refused: [{ applicationId: id(100), code: 'CONFLICT', message: 'Changed.' }],
    })
    await undoButton.click()
    await expect.poll(() => callsOf(undoBatch).map(({ body }) => body.batchId)).toEqual([id(900)])
    await expect
      .element(page.getByText('1 application has changed since and stays closed', { exact: true }))
      .toBeVisible()
    expect(changes().at(-1)).toEqual({ state: 'open' })
  })

  it('takes no reason of another outcome', async () => {
    answerPosition()
    const [reason] = example(listReasons).items
    answer(listReasons, {
      ...example(listReasons),
      items: [
        { ...reason!, id: id(701), party: 'us', name: 'No licence', hidden: false },
        { ...reason!, id: id(702), party: 'us', name: 'Old reason', hidden: true },
        { ...reason!, id: id(703), party: 'company', name: 'Rate', hidden: false },
      ],
    })
    await ask()
    const choose = async (field: string, option: string) => {
      await dialog.getByRole('combobox', { name: field, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Outcome', 'Rejected by us')
    await dialog.getByRole('combobox', { name: 'Reason', exact: true }).click()
    await expect.element(page.getByRole('option', { name: 'No licence' })).toBeVisible()
    expect(page.getByRole('option', { name: 'Old reason' }).elements()).toEqual([])
    await page.getByRole('option', { name: 'No licence' }).click()
    await choose('Outcome', 'Declined by company')
    await closeButton.click()
    await expect
      .poll(changes)
      .toMatchObject([{ openApplications: { disposition: 'declined_by_company', reasonId: null } }])
  })

  it('leaves its applications where the user may not close any', async () => {
    signInAs('owner', ['positions:read', 'positions:write', 'applications:read'])
    answerPosition()
    await ask()
    expect(dialog.getByRole('radio').elements()).toEqual([])
    await expect.element(dialog.getByText('3 open applications stay in their status.')).toBeVisible()
    await closeButton.click()
    await expect.poll(changes).toEqual([{ state: 'closed', openApplications: { action: 'leave' } }])
  })

  it('stays open on Cancel', async () => {
    answerPosition()
    await ask()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(changes()).toEqual([])
  })

  it('by its form asks the same, and saves nothing until that is answered', async () => {
    answerPosition()
    await openApp(`/positions/${driver}/edit`)
    await page.getByText('Closed', { exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(changes()).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('radio', { name: /^Keep applications open/ }).click()
    await closeButton.click()
    await expect
      .poll(changes)
      .toMatchObject([{ state: 'closed', openApplications: { action: 'leave' }, version: 1 }])
  })
})

describe('a position with open applications', () => {
  it('cannot be deleted, with how many stand in the way', async () => {
    answerPosition({ counts: { ...none, lead: 1 } })
    await openMenu()
    await expect.element(item(/^Delete/)).toBeDisabled()
    await expect.element(item(/^Delete/)).toMatchTextContent('Close or move 1 open application first.')
  })

  it('can be deleted once none is left; refused, it stays on the screen', async () => {
    answerPosition({ counts: { ...none, hired: 2, closed: 5 } })
    answer(deletePosition, refuse('CONFLICT', 'It has an open application.'))
    await openMenu()
    await item('Delete').click()
    await expect.element(alertOf('Driver not deleted: It has an open application.')).toBeVisible()
    expect(location.pathname).toBe(`/positions/${driver}`)
    answer(deletePosition, undefined as never)
    await page.getByRole('button', { name: 'More actions' }).click()
    await item('Delete').click()
    await expect.poll(() => location.pathname).toBe('/positions')
    await undoButton.click()
    await expect.poll(() => callsOf(restorePosition).map(({ params }) => params.id)).toEqual([driver])
    await expect.poll(() => location.pathname).toBe(`/positions/${driver}`)
  })

  it('counts them by type, each figure with its rows, open or closed', async () => {
    answerPosition()
    await openApp(`/positions/${driver}`)
    const figure = page.getByTitle(/^2 applications now in Lead/)
    await expect.element(figure).toBeVisible()
    const search = new URL((figure.element() as HTMLAnchorElement).href).searchParams
    expect(search.get('open')).toBe('all')
    expect([search.get('positionId'), search.get('statusType')]).toEqual([driver, 'lead'])
  })
})

describe('a status that is deleted', () => {
  async function ask() {
    answerPosition()
    await openApp(`/positions/${driver}/edit`)
    await page.getByRole('button', { name: 'Delete New' }).click()
  }
  const remove = dialog.getByRole('button', { name: /elete$/ })

  it('gives its applications only to statuses in which they stay open', async () => {
    answer(listApplications, { ...example(listApplications), total: { value: 2, atLeast: false } })
    await ask()
    const target = dialog.getByRole('combobox', { name: 'Move 2 applications to' })
    await expect.element(target).toHaveValue('Talks')
    await target.click()
    await expect.element(page.getByRole('option', { name: 'Talks' })).toBeVisible()
    expect(
      page
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    ).toEqual(['Talks'])
    await page.getByRole('option', { name: 'Talks' }).click()
    await remove.click()
    await expect
      .poll(() => callsOf(deleteStatus).map(({ params, query }) => [params.id, query.moveTo]))
      .toEqual([[id(11), id(12)]])
  })

  it('waits until it is known whether it has applications', async () => {
    const count = answerLater(listApplications, {
      ...example(listApplications),
      items: [],
      total: { value: 0, atLeast: false },
    })
    await ask()
    await expect.element(remove).toBeDisabled()
    count()
    await expect.element(dialog.getByText('This status has no applications.')).toBeVisible()
    await remove.click()
    await expect.poll(() => callsOf(deleteStatus).map(({ query }) => query)).toEqual([{}])
  })

  it('can be tried again when they could not be counted', async () => {
    answer(listApplications, refuse('FORBIDDEN', 'Not you.'))
    await ask()
    await expect.element(dialog.getByText('Could not count the applications in this status.')).toBeVisible()
    await expect.element(remove).toBeDisabled()
  })

  it('stays when that is refused, and so does the question', async () => {
    answer(listApplications, {
      ...example(listApplications),
      items: [],
      total: { value: 0, atLeast: false },
    })
    answer(deleteStatus, refuse('CONFLICT', 'It was just filled.'))
    await ask()
    await remove.click()
    await expect.element(alertOf('New not deleted: It was just filled.')).toBeVisible()
    await expect.element(remove).toBeVisible()
  })
})

describe('a new position', () => {
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const create = page.getByRole('main').getByRole('button', { name: 'Create position' })

  it('takes the company that is added meanwhile', async () => {
    const [company] = example(listCompanies).items
    answer(listCompanies, {
      ...example(listCompanies),
      items: [{ ...company!, id: id(501), name: 'Halden' }],
    })
    answer(createCompany, ({ body }) => ({ ...example(createCompany), id: id(502), name: body.name }))
    await openApp('/positions/create')
    await name.fill('Packer')
    await page.getByRole('combobox', { name: 'Company' }).fill('Orkla')
    await page.getByRole('option', { name: 'Add company “Orkla”' }).click()
    await expect.element(page.getByText('Added Orkla')).toBeVisible()
    answer(createPosition, ({ body }) => ({ ...positionOf(), id: id(302), name: body.name }))
    await create.click()
    await expect
      .poll(() => callsOf(createPosition).map(({ body }) => [body.name, body.companyId]))
      .toEqual([['Packer', id(502)]])
    await expect.poll(() => location.pathname).toBe(`/board/${id(302)}`)
    // What was typed is no draft of the next one.
    await openApp('/positions/create')
    await expect.element(name).toHaveValue('')
    expect(page.getByText(/^Draft restored/).elements()).toEqual([])
  })

  it('is kept as a draft until it is created', async () => {
    answer(createPosition, refuse('UNAVAILABLE', 'The server is busy.'))
    await openApp('/positions/create')
    await name.fill('Packer')
    await openApp('/positions/create')
    await expect.element(page.getByText(/^Draft restored/)).toBeVisible()
    await expect.element(name).toHaveValue('Packer')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.element(name).toHaveValue('')
  })

  it('leaves no Undo of its columns behind, which nothing could undo', async () => {
    answer(createPosition, ({ body }) => ({ ...positionOf(), id: id(302), name: body.name }))
    answer(getPosition, positionOf())
    await openApp(`/positions/create?copyOf=${driver}`)
    await page.getByRole('textbox', { name: 'Name of Talks' }).fill('Visit')
    await userEvent.keyboard('{Enter}')
    await expect.element(toastOf('Renamed to Visit')).toBeVisible()
    answer(copyPosition, ({ body }) => ({ ...positionOf({ name: body!.name! }), id: id(302) }))
    await create.click()
    await expect.poll(() => location.pathname).toBe(`/board/${id(302)}`)
    await expect.element(toastOf('Created')).toBeVisible()
    await expect.poll(() => toastOf('Renamed to Visit').elements()).toEqual([])
    // Before it would go by itself.
    await expect.element(toastOf('Created')).toBeVisible()
  })

  it('that copies a closed one is open', async () => {
    answer(getPosition, positionOf({ state: 'closed' }))
    answer(copyPosition, ({ body }) => ({ ...positionOf({ name: body!.name! }), id: id(302) }))
    await openApp(`/positions/create?copyOf=${driver}`)
    await expect.element(name).toHaveValue('Driver (copy)')
    await create.click()
    await expect.poll(() => location.pathname).toBe(`/board/${id(302)}`)
    expect(changes()).toEqual([])
  })
})

it('the list of positions exports what its filters leave', async () => {
  answer(listPositions, {
    ...example(listPositions),
    items: [],
    total: { value: 0, atLeast: false },
  })
  await openApp('/positions?state=on_hold&q=driver')
  await expect.element(page.getByText('No matching positions')).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  await expect
    .poll(() => callsOf(exportPositions).map(({ query }) => [query.q, query.state, query.format]))
    .toEqual([['driver', 'on_hold', 'csv']])
})
