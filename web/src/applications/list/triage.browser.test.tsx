import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { listApplications } from '@muster/contract/applications.ts'
import type { LiveEvent } from '@muster/contract/events.ts'
import { listStatuses } from '@muster/contract/positions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { receive } from '../../live/live-events.ts'
import { type ApplicationRow, applicationsOf, id, listFrom } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, offline, refuse } from '../../testing/server.ts'

let rows: ApplicationRow[] = []

const shown = () => [...document.querySelectorAll('[data-row] a')].map((link) => link.textContent)
const cursor = () => document.querySelector('[data-row][data-active] a')?.textContent
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const menu = page.getByRole('menu')
const dialog = page.getByRole('dialog')

let visits = 0

beforeEach(async () => {
  rows = applicationsOf('Ada', 'Björn', 'Chloé', 'Dan')
  answer(
    listApplications,
    listFrom(() => rows),
  )
  // Each test has a filter of its own, since a list remembers its cursor.
  visits += 1
  await openApp(`/applications?q=visit${visits}`)
  await expect.poll(shown).toEqual(['Ada', 'Björn', 'Chloé', 'Dan'])
})

/** Simulates a colleague's change and its live event. */
function changed(...applicationIds: string[]) {
  const event: LiveEvent = { kind: 'applications-changed', applicationIds, positionIds: [], actorId: id(5) }
  receive({ event, id: '1' })
}

describe('triage keys', () => {
  it('type letters while a field has the focus', async () => {
    await userEvent.keyboard('j')
    await expect.poll(cursor).toBe('Ada')
    const field = page.getByRole('main').getByRole('searchbox')
    await userEvent.fill(field, '')
    await field.click()
    await userEvent.keyboard('sexjco?')
    await expect.element(field).toHaveValue('sexjco?')
    expect(menu.elements()).toEqual([])
    expect(dialog.elements()).toEqual([])
    expect(document.querySelectorAll('[data-row][data-selected]')).toHaveLength(0)
  })

  it('stay with the browser when pressed with Ctrl, Alt or Cmd', async () => {
    await userEvent.keyboard('j')
    await expect.poll(cursor).toBe('Ada')
    for (const key of ['Control', 'Alt', 'Meta'])
      for (const letter of ['s', 'e', 'x', 'j']) await userEvent.keyboard(`{${key}>}${letter}{/${key}}`)
    expect(cursor()).toBe('Ada')
    expect(menu.elements()).toEqual([])
    expect(dialog.elements()).toEqual([])
    expect(document.querySelectorAll('[data-row][data-selected]')).toHaveLength(0)
  })

  it('do nothing behind an open menu', async () => {
    await userEvent.keyboard('js')
    await expect.element(menu).toBeVisible()
    await userEvent.keyboard('x')
    expect(cursor()).toBe('Ada')
    expect(document.querySelectorAll('[data-row][data-selected]')).toHaveLength(0)
  })
})

describe('triage keys of somebody who may not act', () => {
  it.each(['s', 'e', 'l'])('open nothing by %s on a row that may not be changed', async (key) => {
    const may = { move: false, close: false, call: false, comment: false }
    rows = rows.map((row, n) => (n === 0 ? { ...row, can: { ...row.can, ...may } } : row))
    await openApp(`/applications?q=may+not+${key}`)
    await expect.poll(shown).toEqual(['Ada', 'Björn', 'Chloé', 'Dan'])
    const opened = () => [...menu.elements(), ...dialog.elements()]
    await userEvent.keyboard(`jj${key}`)
    await expect.poll(opened).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await expect.poll(opened).toEqual([])
    await userEvent.keyboard(`k${key}`)
    await expect.poll(cursor).toBe('Ada')
    await userEvent.keyboard('j')
    await expect.poll(cursor).toBe('Björn')
    expect(opened()).toEqual([])
  })

  it('open no comment on a row that takes none', async () => {
    rows = rows.map((row) => ({ ...row, can: { ...row.can, comment: false } }))
    await openApp('/applications?q=no+comment')
    await expect.poll(shown).toEqual(['Ada', 'Björn', 'Chloé', 'Dan'])
    await userEvent.keyboard('jcj')
    await expect.poll(cursor).toBe('Björn')
    expect(location.search).not.toContain('peek')
  })

  it('select nothing without a permission to act on several', async () => {
    signInAs('viewer', ['applications:read'])
    await openApp('/applications?q=viewer')
    await expect.poll(shown).toEqual(['Ada', 'Björn', 'Chloé', 'Dan'])
    await userEvent.keyboard('jx{Shift>}j{/Shift}')
    await expect.poll(cursor).toBe('Björn')
    expect(document.querySelectorAll('[data-row][data-selected]')).toHaveLength(0)
    expect(page.getByRole('checkbox').elements()).toEqual([])
    expect(page.getByRole('region', { name: 'Selected applications' }).elements()).toEqual([])
  })
})

describe('the record beside the list', () => {
  const record = page.getByRole('complementary', { name: 'Björn' })

  it('closes by Escape, which keeps the selection and gives the focus back to its row', async () => {
    await userEvent.keyboard('jxjo')
    const control = record.getByRole('button').first()
    await expect.element(control).toBeVisible()
    ;(control.element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => record.elements()).toEqual([])
    await expect.poll(() => document.activeElement?.textContent).toBe('Björn')
    expect(document.querySelectorAll('[data-row][data-selected]')).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelectorAll('[data-row][data-selected]').length).toBe(0)
  })

  it('stays closed when it is closed right after the cursor moved', async () => {
    await userEvent.keyboard('jo')
    await expect.poll(() => location.search).toContain('peek')
    await userEvent.keyboard('jo')
    await expect.poll(() => location.search).not.toContain('peek')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(location.search).not.toContain('peek')
  })
})

describe('the last contact', () => {
  const at = '2020-01-07T15:30:00.000Z'
  const cell = () => rowOf('Ada').element().textContent

  it('is named before the planned callback', async () => {
    rows[0] = {
      ...rows[0]!,
      disposition: null,
      callbackAt: at,
      lastContact: { at, result: 'No answer, 2 tries' },
    }
    changed(id(100))
    await expect.poll(cell).toMatch(/No answer, 2 attempts·Callback Jan 7, 2020/)
  })

  it('is not named beside the callback that it agreed on', async () => {
    rows[0] = { ...rows[0]!, disposition: null, callbackAt: at, lastContact: { at, result: 'Callback set' } }
    changed(id(100))
    await expect.poll(cell).toMatch(/Callback Jan 7, 2020/)
    expect(cell()).not.toContain('·Callback')
  })

  it('is missing for a person who has only a callback', async () => {
    rows[0] = { ...rows[0]!, disposition: null, callbackAt: at, lastContact: null }
    changed(id(100))
    await expect.poll(cell).toMatch(/Not called yet·Callback Jan 7, 2020/)
  })
})

describe('the cursor', () => {
  it('moves to the row that takes the place of its own', async () => {
    await userEvent.keyboard('jj')
    await expect.poll(cursor).toBe('Björn')
    rows = rows.filter(({ candidate }) => candidate.name !== 'Björn')
    changed(id(101))
    await expect.poll(shown).toEqual(['Ada', 'Chloé', 'Dan'])
    expect(cursor()).toBe('Chloé')
    await userEvent.keyboard('j')
    await expect.poll(cursor).toBe('Dan')
  })

  it('moves up when the last row leaves', async () => {
    await userEvent.keyboard('jjjj')
    await expect.poll(cursor).toBe('Dan')
    rows = rows.slice(0, 3)
    changed(id(103))
    await expect.poll(shown).toEqual(['Ada', 'Björn', 'Chloé'])
    await expect.poll(cursor).toBe('Chloé')
  })

  it('is where it was when one comes back from a record', async () => {
    await rowOf('Björn').getByRole('checkbox').click()
    await userEvent.keyboard('j')
    await expect.poll(cursor).toBe('Chloé')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => location.pathname).toBe(`/applications/${id(102)}`)
    await expect.poll(shown).toEqual([])
    history.back()
    await expect.poll(shown).toEqual(['Ada', 'Björn', 'Chloé', 'Dan'])
    await expect.poll(cursor).toBe('Chloé')
    await expect.element(rowOf('Björn').getByRole('checkbox')).toBeChecked()
  })

  it('opens no record by Enter on a button', async () => {
    await userEvent.keyboard('j')
    await expect.poll(cursor).toBe('Ada')
    const sort = page.getByRole('columnheader').getByRole('button').first().element() as HTMLElement
    sort.focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => location.search).toContain('sort')
    expect(location.pathname).toBe('/applications')
  })

  it('stays with its row when one above leaves', async () => {
    await userEvent.keyboard('jjj')
    await expect.poll(cursor).toBe('Chloé')
    rows = rows.slice(1)
    changed(id(100))
    await expect.poll(shown).toEqual(['Björn', 'Chloé', 'Dan'])
    expect(cursor()).toBe('Chloé')
  })
})

/** Selects two rows and answers no later read, so that only the rollback can restore them. */
async function tick(...names: string[]) {
  for (const name of names) await rowOf(name).getByRole('checkbox').click()
  await expect.element(page.getByRole('region', { name: 'Selected applications' })).toBeVisible()
  answerLater(listApplications, () => example(listApplications))
}

const bar = page.getByRole('region', { name: 'Selected applications' })
const act = (name: string | RegExp) => bar.getByRole('button', { name, exact: typeof name === 'string' })

/** Answers with one status that rows can be moved to. */
function offerElsewhere() {
  answer(listStatuses, {
    ...example(listStatuses),
    items: [{ ...example(listStatuses).items[0]!, id: id(15), name: 'Elsewhere', type: 'contacted' }],
  })
}

/** Each action up to its request, with what the row shows then. */
const acts = [
  {
    what: 'a move',
    does: async () => {
      await act('Move to…').click()
      await page.getByRole('menuitem', { name: 'Elsewhere' }).click()
    },
    shows: 'Elsewhere',
    failed: 'Not moved',
  },
  {
    what: 'an owner',
    does: async () => {
      await act('Assign').click()
      await page.getByRole('option', { name: 'Me', exact: true }).click()
    },
    shows: 'Kim Berg',
    failed: 'Not assigned',
  },
]

describe('an act on rows of the list', () => {
  // The owner column shows an avatar with a name.
  const text = (name: string) => {
    const pictures = rowOf(name).getByRole('img').elements()
    return [rowOf(name).element().textContent, ...pictures.map((each) => each.ariaLabel)].join(' ')
  }

  beforeEach(() => {
    offerElsewhere()
  })

  for (const { what, does, shows, failed } of acts) {
    it(`shows ${what} at once, and restores the row when it is refused`, async () => {
      const before = text('Ada')
      await tick('Ada', 'Björn')
      const refused = answerLater(bulkApplications, refuse('CONFLICT', 'Too late.'))
      await does()
      await expect.poll(() => text('Ada')).toContain(shows)
      refused()
      await expect.element(page.getByRole('alert')).toHaveTextContent(`${failed}: Too late.`)
      await expect.poll(() => text('Ada')).toBe(before)
    })
  }

  it('restores the row when the connection is lost', async () => {
    const before = text('Ada')
    await tick('Ada', 'Björn')
    answer(bulkApplications, offline)
    await acts[0]!.does()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Not moved: The server cannot be reached. Check your connection, then try again.')
    await expect.poll(() => text('Ada')).toBe(before)
  })

  it('lists each refusal of a bulk action', async () => {
    await tick('Ada', 'Björn')
    answer(bulkApplications, ({ body }) => ({
      changed: 1,
      refused: [
        {
          ...example(bulkApplications).refused[0]!,
          missing: [],
          applicationId: body.applicationIds[1]!,
          message: 'Closed.',
        },
      ],
      batchId: id(900),
    }))
    await acts[0]!.does()
    await expect.element(dialog.getByText('Björn')).toBeVisible()
  })

  it('is undone by the key z, but not while typing', async () => {
    await tick('Ada')
    answer(bulkApplications, { changed: 1, refused: [], batchId: id(900) })
    answer(undoBatch, { ...example(undoBatch), changed: 1, refused: [] })
    await acts[0]!.does()
    await expect.element(page.getByRole('status').filter({ hasText: 'Undo' })).toBeVisible()
    const field = page.getByRole('main').getByRole('searchbox')
    await field.click()
    await userEvent.keyboard('z')
    expect(callsOf(undoBatch)).toEqual([])
    await page.getByRole('heading', { level: 1 }).click()
    await userEvent.keyboard('z')
    await expect.poll(() => callsOf(undoBatch).map(({ body }) => body.batchId)).toEqual([id(900)])
  })

  it.each([
    ['deletes', 'Delete…'],
    ['closes', 'Close…'],
  ])('%s nothing when one answers Cancel', async (_what, name) => {
    await tick('Ada')
    await act(name).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(bulkApplications)).toEqual([])
    expect(shown()).toEqual(['Ada', 'Björn', 'Chloé', 'Dan'])
  })

  it('deletes the selected rows and no others after confirmation', async () => {
    await tick('Ada', 'Chloé')
    answer(bulkApplications, { changed: 2, refused: [], batchId: id(900) })
    await act('Delete…').click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect
      .poll(() => callsOf(bulkApplications).map(({ body }) => body))
      .toMatchObject([{ applicationIds: [id(100), id(102)], action: { kind: 'delete' } }])
  })
})

describe("colleagues' changes", () => {
  it('show in the rows they are about, without a reload', async () => {
    const reads = () => callsOf(listApplications).filter(({ query }) => query.applicationId === undefined)
    const before = reads().length
    rows = rows.map((row) =>
      row.id === id(101) ? { ...row, candidate: { ...row.candidate, name: 'Bjarne' } } : row,
    )
    changed(id(101))
    await expect.poll(shown).toEqual(['Ada', 'Bjarne', 'Chloé', 'Dan'])
    // One row for the total, and the row itself.
    expect(
      reads()
        .slice(before)
        .map(({ query }) => Number(query.limit)),
    ).toEqual([1])
  })

  it('that add rows are offered, and inserted only when asked for', async () => {
    rows = [...applicationsOf('Zoe').map((row) => ({ ...row, id: id(199) })), ...rows]
    changed(id(199))
    const offer = page.getByRole('button', { name: 'Show new applications' })
    await expect.element(offer).toBeVisible()
    expect(shown()).toEqual(['Ada', 'Björn', 'Chloé', 'Dan'])
    await offer.click()
    await expect.poll(shown).toEqual(['Zoe', 'Ada', 'Björn', 'Chloé', 'Dan'])
    await expect.poll(() => offer.elements()).toEqual([])
  })

  it('of unknown rows are offered too', async () => {
    changed()
    await expect.element(page.getByRole('button', { name: 'Show new applications' })).toBeVisible()
  })

  it('that could not be read are read with the next one', async () => {
    answer(listApplications, refuse('UNAVAILABLE', 'Busy.'))
    const reads = callsOf(listApplications).length
    changed(id(101))
    await expect.poll(() => callsOf(listApplications).length).toBeGreaterThan(reads)
    rows = rows.filter((row) => row.id !== id(101))
    answer(
      listApplications,
      listFrom(() => rows),
    )
    changed(id(103))
    await expect.poll(shown).toEqual(['Ada', 'Chloé', 'Dan'])
  })

  it('of a comment read its application again, and other events nothing', async () => {
    const reads = callsOf(listApplications).length
    receive({ event: { kind: 'notified', userIds: [id(5)] } as unknown as LiveEvent, id: '2' })
    rows = rows.map((row) =>
      row.id === id(100) ? { ...row, candidate: { ...row.candidate, name: 'Adele' } } : row,
    )
    receive({ event: { kind: 'activity-logged', applicationId: id(100), actorId: id(5) }, id: '3' })
    await expect.poll(shown).toEqual(['Adele', 'Björn', 'Chloé', 'Dan'])
    expect(callsOf(listApplications).length - reads).toBe(2)
  })
})

describe('the selection', () => {
  const selected = () =>
    [...document.querySelectorAll('[data-row][data-selected] a')].map((link) => link.textContent)

  it('of all rows is lifted by the same click', async () => {
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await all.click()
    await expect.poll(selected).toEqual(['Ada', 'Björn', 'Chloé', 'Dan'])
    await all.click()
    await expect.poll(selected).toEqual([])
  })

  it('is what a key acts on, not the row with the cursor', async () => {
    offerElsewhere()
    await userEvent.keyboard('jxjj')
    await expect.poll(cursor).toBe('Chloé')
    await userEvent.keyboard('s')
    answer(bulkApplications, { changed: 1, refused: [], batchId: id(900) })
    await page.getByRole('menuitem', { name: 'Elsewhere' }).click()
    await expect
      .poll(() => callsOf(bulkApplications).map(({ body }) => body.applicationIds))
      .toEqual([[id(100)]])
  })

  it('is extended to a range by Shift and x', async () => {
    await userEvent.keyboard('jxjj')
    await expect.poll(cursor).toBe('Chloé')
    await userEvent.keyboard('{Shift>}x{/Shift}')
    await expect.poll(selected).toEqual(['Ada', 'Björn', 'Chloé'])
  })

  it('grows with Shift and j, and goes by Escape', async () => {
    await userEvent.keyboard('j{Shift>}jj{/Shift}')
    await expect.poll(selected).toEqual(['Ada', 'Björn', 'Chloé'])
    await userEvent.keyboard('{Escape}')
    await expect.poll(selected).toEqual([])
    // The cursor goes only by the next one.
    expect(cursor()).toBe('Chloé')
    await userEvent.keyboard('{Escape}')
    await expect.poll(cursor).toBeUndefined()
  })

  it('acts without a row that has left the list', async () => {
    await rowOf('Ada').getByRole('checkbox').click()
    await rowOf('Björn').getByRole('checkbox').click()
    rows = rows.filter((row) => row.id !== id(101))
    changed(id(101))
    await expect.poll(shown).toEqual(['Ada', 'Chloé', 'Dan'])
    answer(bulkApplications, { changed: 1, refused: [], batchId: id(900) })
    await act('Delete…').click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect
      .poll(() => callsOf(bulkApplications).map(({ body }) => body.applicationIds))
      .toEqual([[id(100)]])
  })
})
