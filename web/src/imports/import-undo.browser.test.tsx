import { i18n } from '@lingui/core'
import { getImportStatus, listImports } from '@muster/contract/import-status.ts'
import {
  listKeptRows,
  previewImportUndo,
  undoErasedAfterDays,
  undoImport,
} from '@muster/contract/import-undo.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { parts as german } from '../../../texts/de/web.po?part=first'
import { parts as english } from '../../../texts/en/web.po?part=first'
import { exampleId } from '../testing/example.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'
import { loadTexts } from '../texts/load-texts.ts'
import { formatDay } from '../ui/format.ts'

const dialog = page.getByRole('dialog', { name: /^Undo the import/ })

beforeEach(() => {
  const [one] = example(listImports).items
  answer(listImports, {
    ...example(listImports),
    items: [{ ...one!, fileName: 'people.csv', state: 'completed', created: 3, undo: null }],
  })
})

async function ask() {
  await openApp('/imports')
  await page.getByRole('button', { name: 'Undo import…' }).click()
  await expect.element(dialog).toBeVisible()
}

/** Whether one element is shown whole within another. */
function isWithin(inner: Element, outer: Element): boolean {
  const [one, other] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()]
  return (
    one.width > 0 &&
    one.left >= other.left &&
    one.right <= other.right &&
    one.top >= other.top &&
    one.bottom <= other.bottom
  )
}

describe('the button', () => {
  it.each([
    ['English', english, 'Undo import…'],
    ['German', german, 'Rückgängig…'],
  ])('and its spinner are shown whole in %s', async (_, parts, label) => {
    await page.viewport(1440, 900)
    // So that opening the screen does not load them again.
    await loadTexts('imports')
    const before = i18n.messages
    const { messages } = await parts.imports!()
    i18n.loadAndActivate({ locale: i18n.locale, messages: { ...before, ...messages } })
    try {
      answerLater(previewImportUndo, example(previewImportUndo))
      await openApp('/imports')
      const found = page.getByRole('button', { name: label })
      await expect.element(found).toBeVisible()
      const button = found.element()
      const cell = button.closest('td')!
      expect(isWithin(button, cell)).toBe(true)
      await userEvent.click(button)
      await expect.poll(() => button.hasAttribute('data-loading')).toBe(true)
      await expect.poll(() => isWithin(button.querySelector('.mantine-Loader-root')!, button)).toBe(true)
      expect(isWithin(button, cell)).toBe(true)
    } finally {
      i18n.loadAndActivate({ locale: i18n.locale, messages: before })
    }
  })
})

describe('undoing an import', () => {
  it('undoes nothing when one answers Cancel', async () => {
    await ask()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(undoImport)).toEqual([])
  })

  it('undoes nothing when Escape closes the question', async () => {
    await ask()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(undoImport)).toEqual([])
  })

  it('undoes that import, once, after a yes', async () => {
    await ask()
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await expect.poll(() => callsOf(undoImport)).toHaveLength(1)
    expect(callsOf(undoImport)[0]?.params.id).toBe(example(listImports).items[0]?.id)
  })

  it('says that its effects are those of the first rows while not all were read', async () => {
    answer(previewImportUndo, { ...example(previewImportUndo), looked: 1000, total: 5000 })
    await ask()
    await expect.element(dialog.getByText('Based on the first 1,000 of 5,000 rows:')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  it('does not say so when all rows were read', async () => {
    answer(previewImportUndo, { ...example(previewImportUndo), looked: 5000, total: 5000 })
    await ask()
    expect(dialog.getByText(/^Based on the first/).elements()).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  it.each(['queued', 'running'] as const)('is not offered while the import is %s', async (state) => {
    const [one] = example(listImports).items
    answer(listImports, { ...example(listImports), items: [{ ...one!, state, created: 3, undo: null }] })
    await openApp('/imports')
    await expect.element(page.getByRole('link', { name: one!.fileName })).toBeVisible()
    expect(page.getByRole('button', { name: 'Undo import…' }).elements()).toEqual([])
  })

  it('asks nothing and says why when its effects cannot be told', async () => {
    answer(previewImportUndo, refuse('CONFLICT', 'It is being taken back already.'))
    await openApp('/imports')
    await page.getByRole('button', { name: 'Undo import…' }).click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Import not undone: It is being taken back already.')
    expect(callsOf(undoImport)).toEqual([])
  })

  it('says when what is removed will be erased', async () => {
    answer(previewImportUndo, { ...example(previewImportUndo), removedPeople: 3 })
    await ask()
    const day = formatDay(new Date(Date.now() + undoErasedAfterDays * 24 * 3_600_000))
    await expect
      .element(dialog.getByText(`after ${undoErasedAfterDays} days, on ${day}`, { exact: false }))
      .toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  it('opens the question, not the import behind the button', async () => {
    await ask()
    expect(window.location.pathname).toBe('/imports')
    expect(callsOf(getImportStatus)).toEqual([])
  })
})

describe('the rows that an undo kept', () => {
  const at = '2026-11-20T09:00:00.000Z'
  const more = page.getByText('Download the kept rows to see all', { exact: false })

  async function openKept(nextCursor: string | null) {
    const [one] = example(listKeptRows).items
    answer(listKeptRows, { ...example(listKeptRows), items: [{ ...one!, name: 'Ana Ortiz' }], nextCursor })
    answer(getImportStatus, {
      ...example(getImportStatus),
      state: 'completed',
      undo: {
        ...{ state: 'completed', total: 3, processed: 3, undone: 2, kept: 1 },
        ...{ by: { id: exampleId, name: 'Kim Berg' }, rowsPerSecond: null, secondsLeft: null, error: null },
        ...{ reportUrl: null, at, finishedAt: at, erasesAt: null, erasedAt: null },
      },
    } as never)
    await openApp(`/imports/new?id=${exampleId}`)
    await expect.element(page.getByRole('table', { name: 'Kept rows' }).getByText('Ana Ortiz')).toBeVisible()
  }

  it('are all shown while they are few', async () => {
    await openKept(null)
    expect(more.elements()).toEqual([])
  })

  it('are the first ones where there are more, and it says so', async () => {
    await openKept('next')
    await expect.element(more).toBeVisible()
  })
})
