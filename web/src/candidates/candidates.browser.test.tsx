import {
  createCandidate,
  deleteCandidate,
  exportCandidates,
  getCandidate,
  listCandidates,
  restoreCandidate,
} from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const ada = id(201)
const dialog = page.getByRole('dialog')
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })

function answerList(...names: string[]) {
  const [row] = example(listCandidates).items
  answer(listCandidates, ({ query }) => ({
    ...example(listCandidates),
    items: names.map((name, n) => ({
      ...row!,
      id: id(201 + n),
      name,
      deletedAt: query.deleted ? '2026-11-20T09:00:00.000Z' : null,
    })),
    total: { value: names.length, atLeast: false },
  }))
}

describe('the list of candidates', () => {
  it('exports what its filters leave', async () => {
    answerList('Ada')
    await openApp('/candidates?q=ada&doNotCall=false')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect
      .poll(() => callsOf(exportCandidates).map(({ query }) => query))
      .toMatchObject([{ q: 'ada', doNotCall: 'false', format: 'csv' }])
  })

  it.each(['doNotCall=true', 'tag=night', 'q=nobody'])(
    'says that nobody matches %s, not that there is nobody',
    async (search) => {
      answerList()
      await openApp(`/candidates?${search}`)
      await expect.element(page.getByText('No matching candidates')).toBeVisible()
      await page.getByRole('link', { name: 'Show all candidates' }).click()
      await expect.element(page.getByText('No candidates yet')).toBeVisible()
    },
  )

  it('counts one candidate as one', async () => {
    answerList('Ada')
    await openApp('/candidates')
    await expect.element(page.getByText('1 candidate', { exact: true })).toBeVisible()
  })

  it('opens no deleted candidate, and restores one with Undo', async () => {
    answerList('Ada')
    await openApp('/candidates?deleted=true')
    await page.getByRole('button', { name: 'Restore Ada' }).click()
    await expect.poll(() => callsOf(restoreCandidate).map(({ params }) => params.id)).toEqual([ada])
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => callsOf(deleteCandidate).map(({ params }) => params.id)).toEqual([ada])
    await userEvent.keyboard('j{Enter}')
    expect(location.pathname).toBe('/candidates')
  })

  it('says why a candidate was not restored', async () => {
    answerList('Ada')
    answer(restoreCandidate, refuse('CONFLICT', 'Too late.'))
    await openApp('/candidates?deleted=true')
    await page.getByRole('button', { name: 'Restore Ada' }).click()
    await expect.element(alertOf('Ada not restored: Too late.')).toBeVisible()
  })
})

describe('a new candidate', () => {
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
  const add = dialog.getByRole('button', { name: 'Add candidate' })

  async function type() {
    answerList('Ada')
    await openApp('/candidates?add=true')
    await name.fill('Ada Again')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await add.click()
  }

  function answerKnown() {
    answer(createCandidate, ({ body }) => {
      if (!body.allowDuplicate) refuse('CONFLICT', 'There is one.', { candidateId: ada })()
      return { ...example(createCandidate), id: id(209), name: body.name }
    })
  }

  it('who has the contact details of another is added once by a double click', async () => {
    answerKnown()
    await type()
    await dialog.getByRole('button', { name: 'Create a second candidate' }).dblClick()
    await expect.poll(() => location.pathname).toBe(`/candidates/${id(209)}`)
    expect(callsOf(createCandidate).map(({ body }) => body.allowDuplicate)).toEqual([undefined, true])
  })

  it('leaves its question on screen while it is added, so that nothing moves under a second click', async () => {
    const added = Promise.withResolvers<ResponseOf<typeof createCandidate>>()
    answer(createCandidate, ({ body }) => {
      if (!body.allowDuplicate) refuse('CONFLICT', 'There is one.', { candidateId: ada })()
      return added.promise
    })
    await type()
    const second = dialog.getByRole('button', { name: 'Create a second candidate' })
    await second.click()
    await expect.element(second).toBeDisabled()
    added.resolve({ ...example(createCandidate), id: id(209) })
    await expect.poll(() => location.pathname).toBe(`/candidates/${id(209)}`)
  })

  it('who has the contact details of another is added only when one says so, as typed', async () => {
    answerKnown()
    await type()
    await expect
      .element(dialog.getByRole('link', { name: 'Use existing candidate' }))
      .toHaveAttribute('href', `/candidates/${ada}`)
    await dialog.getByRole('button', { name: 'Create a second candidate' }).click()
    await expect.poll(() => location.pathname).toBe(`/candidates/${id(209)}`)
    expect(callsOf(createCandidate).map(({ body }) => [body.allowDuplicate, body.name, body.email])).toEqual([
      [undefined, 'Ada Again', 'ada@example.com'],
      [true, 'Ada Again', 'ada@example.com'],
    ])
  })

  it('stays typed when the server refuses', async () => {
    answer(createCandidate, refuse('UNAVAILABLE', 'The server is busy.'))
    await type()
    await expect.element(alertOf('The server is busy.')).toBeVisible()
    await expect.element(name).toHaveValue('Ada Again')
  })
})

describe('a candidate who is deleted', () => {
  async function remove() {
    answerList('Ada')
    answer(getCandidate, { ...example(getCandidate), id: ada, name: 'Ada', applications: [] })
    await openApp('/candidates')
    await page.getByRole('link', { name: 'Ada', exact: true }).click()
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete candidate' }).click()
  }

  it('leads back to the list, and Undo to the record', async () => {
    answer(deleteCandidate, () => {
      answerList()
      return undefined as never
    })
    await remove()
    await expect.poll(() => location.pathname).toBe('/candidates')
    // The list does not show them from memory.
    await expect.element(page.getByText('No candidates yet')).toBeVisible()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => callsOf(restoreCandidate).map(({ params }) => params.id)).toEqual([ada])
    await expect.poll(() => location.pathname).toBe(`/candidates/${ada}`)
  })

  it('stays on the screen when that is refused, with the reason', async () => {
    answer(deleteCandidate, refuse('CONFLICT', 'Ada has open applications.'))
    await remove()
    await expect.element(alertOf('Ada not deleted: Ada has open applications.')).toBeVisible()
    expect(location.pathname).toBe(`/candidates/${ada}`)
  })
})
