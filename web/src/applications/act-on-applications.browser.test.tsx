import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, refuse } from '../testing/server.ts'
import { loadTexts } from '../texts/load-texts.ts'
import { assign } from './application-actions.ts'

const many = Array.from({ length: 1200 }, (_, n) => ({ id: id(1000 + n), candidate: { name: '' } }))
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const undoButton = page.getByRole('button', { name: /^Undo/ })

/** Another screen than the list, which loads no texts of acts. */
beforeEach(async () => {
  await openApp('/settings/profile')
  await loadTexts('applications')
})

describe('an act on more rows than one request takes', () => {
  it('is sent in parts of one batch, and undone as one', async () => {
    answer(bulkApplications, ({ body }) => ({
      changed: body.applicationIds.length,
      refused: [],
      batchId: id(900),
    }))
    const result = await assign(many, null)
    expect(result).toMatchObject({ changed: 1200, batchId: id(900) })
    expect(callsOf(bulkApplications).map(({ body }) => [body.applicationIds.length, body.batchId])).toEqual([
      [500, undefined],
      [500, id(900)],
      [200, id(900)],
    ])
    answer(undoBatch, ({ body }) => ({ changed: body.applicationIds!.length, refused: [] }))
    await undoButton.click()
    await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
    const undone = callsOf(undoBatch).flatMap(({ body }) => body.applicationIds ?? [])
    expect(new Set(undone).size).toBe(1200)
  })

  it('that fails halfway says so, and what was done can be undone', async () => {
    answer(bulkApplications, ({ body }) => {
      if (body.batchId) refuse('UNAVAILABLE', 'The server is busy.')()
      return { changed: 500, refused: [], batchId: id(900) }
    })
    expect(await assign(many, null)).toMatchObject({ changed: 500 })
    await expect.element(alertOf('Not assigned: The server is busy.')).toBeVisible()
    // Parts that were never changed are nothing to undo, and no failure.
    answer(undoBatch, ({ body }) => {
      if (body.applicationIds![0] !== id(1000)) refuse('NOT_FOUND', 'Nothing to undo.')()
      return { changed: 500, refused: [] }
    })
    await undoButton.click()
    await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
  })

  it('says nothing changed when nothing did, without Undo', async () => {
    answer(bulkApplications, { changed: 0, refused: [], batchId: null })
    await assign(many.slice(0, 2), null)
    await expect.element(page.getByText('Nothing to change')).toBeVisible()
    expect(undoButton.elements()).toEqual([])
  })

  it('says why nothing could be undone', async () => {
    answer(bulkApplications, { changed: 2, refused: [], batchId: id(900) })
    await assign(many.slice(0, 2), null)
    const [first] = many
    answer(undoBatch, {
      changed: 0,
      refused: [{ applicationId: first!.id, code: 'CONFLICT', message: 'Changed since.' }],
    })
    await undoButton.click()
    await expect.element(alertOf('Not undone: Changed since.')).toBeVisible()
  })

  it('says how many could not be undone', async () => {
    answer(bulkApplications, { changed: 2, refused: [], batchId: id(900) })
    await assign(many.slice(0, 2), null)
    const [first] = many
    answer(undoBatch, {
      changed: 1,
      refused: [{ applicationId: first!.id, code: 'CONFLICT', message: 'Changed since.' }],
    })
    await undoButton.click()
    await expect.element(page.getByText(/Undone except for 1 application/)).toBeVisible()
  })
})
