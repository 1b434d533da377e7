import { cancelImport, getImportStatus, resumeImport } from '@muster/contract/import-status.ts'
import { getStart } from '@muster/contract/start.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { exampleId } from '../testing/example.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'
import type { Import } from './import-undo.tsx'

const at = '2026-11-20T09:00:00.000Z'
const button = (name: string) => page.getByRole('main').getByRole('button', { name })
const created = page.getByRole('link', { name: 'Show 3 created applications' })

async function openImport(more: Partial<Import>) {
  answer(getImportStatus, {
    ...example(getImportStatus),
    fileName: 'people.csv',
    total: 5,
    processed: 5,
    created: 3,
    updated: 2,
    skipped: 0,
    conflicts: 0,
    invalid: 0,
    error: null,
    undo: null,
    beyondPlan: 0,
    ...more,
  } as Import)
  await openApp(`/imports/new?id=${exampleId}`)
  await expect.element(page.getByText('people.csv').first()).toBeVisible()
}

describe('an import that runs', () => {
  it('says why it could not be canceled', async () => {
    answer(cancelImport, refuse('CONFLICT', 'It has just ended.'))
    await openImport({ state: 'running', processed: 2 })
    await button('Cancel').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Import not canceled: It has just ended.')
  })

  it('offers neither another file nor the remaining rows before it ended', async () => {
    await openImport({ state: 'running', processed: 2 })
    await expect.element(button('Cancel')).toBeVisible()
    for (const name of ['Import another file', 'Import remaining rows'])
      expect(button(name).elements()).toEqual([])
  })
})

it('an import that ends brings the steps of the checklist up to date', async () => {
  await openImport({ state: 'running', processed: 2 })
  await expect.element(button('Cancel')).toBeVisible()
  const before = callsOf(getStart).length
  answer(getImportStatus, { ...example(getImportStatus), fileName: 'people.csv', state: 'completed' })
  await expect.element(button('Cancel')).not.toBeInTheDocument()
  await expect.poll(() => callsOf(getStart).length).toBeGreaterThan(before)
})

/** An undo of three rows. */
const undoOf = (more: object) => ({
  ...{
    state: 'completed',
    total: 3,
    processed: 3,
    undone: 3,
    kept: 0,
    by: { id: exampleId, name: 'Kim Berg' },
  },
  ...{ rowsPerSecond: null, secondsLeft: null, error: null, reportUrl: null },
  ...{ at, finishedAt: at, erasesAt: null, erasedAt: null },
  ...more,
})

describe('an import that ended', () => {
  it('is completed when values were left empty as chosen, and lists their fields', async () => {
    await openImport({
      state: 'completed',
      lostRows: 0,
      losses: [],
      leftEmpty: [{ field: 'owner', rows: 2 }],
    })
    const leftEmpty = page.getByRole('region', { name: 'Left empty, as chosen' })
    await expect.element(leftEmpty.getByText('Owner 2 rows', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Completed', { exact: true })).toBeVisible()
    expect(page.getByText('Completed, values lost').elements()).toEqual([])
  })

  it('is completed while invited owners have not accepted, and says so', async () => {
    await openImport({ state: 'completed', lostRows: 0, losses: [], leftEmpty: [], invitedOwners: 2 })
    await expect.element(page.getByText(/^2 owners have not accepted their invitations yet/)).toBeVisible()
    await expect.element(page.getByText('Completed', { exact: true })).toBeVisible()
  })

  it('is not simply completed when values were lost', async () => {
    await openImport({
      state: 'completed',
      lostRows: 1,
      losses: [{ field: 'phone', rows: 1 }],
      leftEmpty: [],
      invitedOwners: 0,
    })
    await expect.element(page.getByText('Completed, values lost')).toBeVisible()
    expect(page.getByRole('region', { name: 'Invited owners' }).elements()).toEqual([])
    expect(page.getByText('Left empty, as chosen').elements()).toEqual([])
  })

  it('leads to the applications it created', async () => {
    await openImport({ state: 'completed' })
    await created.click()
    await expect.poll(() => new URL(location.href).searchParams.get('importId')).toBe(exampleId)
    expect(button('Cancel').elements()).toEqual([])
  })

  it('does not lead to applications that were undone, nor goes on with the others', async () => {
    await openImport({
      state: 'canceled',
      processed: 3,
      undo: undoOf({}),
    } as never)
    await expect.element(button('Import another file')).toBeVisible()
    expect(created.elements()).toEqual([])
    expect(button('Import remaining rows').elements()).toEqual([])
  })

  it('halfway says why and goes on with the remaining rows', async () => {
    await openImport({ state: 'failed', processed: 3, error: 'The database was full.' })
    await expect.element(page.getByRole('alert')).toHaveTextContent('The database was full.')
    await button('Import remaining rows').click()
    await expect.poll(() => callsOf(resumeImport).map(({ params }) => params)).toEqual([{ id: exampleId }])
  })

  it('opens the rows of a result only where there are any', async () => {
    await openImport({ state: 'completed' })
    await expect.element(button('0 Skipped')).toBeDisabled()
    await expect.element(button('2 Updated')).toBeEnabled()
  })

  it('opens no rows once what it brought was erased', async () => {
    await openImport({ state: 'completed', undo: undoOf({ erasedAt: at }) } as never)
    await expect.element(button('2 Updated')).toBeDisabled()
  })

  it('follows its undo until that has ended', async () => {
    await openImport({ state: 'completed', undo: undoOf({ state: 'running', finishedAt: null }) } as never)
    const before = callsOf(getImportStatus).length
    await expect.poll(() => callsOf(getImportStatus).length, { timeout: 10_000 }).toBeGreaterThan(before)
  })
})
