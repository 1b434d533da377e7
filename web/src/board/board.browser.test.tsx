import { undoBatch } from '@muster/contract/application-selection.ts'
import { getApplication } from '@muster/contract/applications.ts'
import { getBoard, getBoardColumn, moveApplications } from '@muster/contract/board.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import type { LiveEvent } from '@muster/contract/events.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../api/query.ts'
import { receive } from '../live/live-events.ts'
import { exampleId } from '../testing/example.ts'
import { boardOf, id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, offline, refuse } from '../testing/server.ts'

const names = (column: string) =>
  page
    .getByRole('region', { name: new RegExp(`^${column}, `) })
    .getByRole('listitem')
    .getByRole('link')
    .all()
    .map((link) => link.element().textContent)

const alert = page.getByRole('alert')

async function openBoard(lead = ['Anna', 'Bela', 'Carl'], contacted = ['Dora']) {
  answer(getBoard, boardOf(lead, contacted))
  await openApp(`/board/${exampleId}`)
  await expect.poll(() => names('Lead')).toEqual(lead)
}

function focusCard(name: string) {
  const link = page.getByRole('link', { name, exact: true }).element()
  if (link instanceof HTMLElement) link.focus()
}

/** Moves a card by keyboard. */
async function carry(name: string, ...arrows: string[]) {
  focusCard(name)
  for (const key of [' ', ...arrows, ' ']) await userEvent.keyboard(key === ' ' ? ' ' : `{${key}}`)
}

/** Answers no later read, so that only the rollback can restore the board. */
function readsNoMore() {
  answerLater(getBoard, () => example(getBoard))
  answerLater(getBoardColumn, () => example(getBoardColumn))
}

function placed(applicationId: string, statusId: string) {
  return {
    ...example(moveApplications),
    places: [{ ...example(moveApplications).places[0]!, applicationId, statusId, rank: 'a5' }],
    overtaken: [],
  }
}

describe('a card of a pipeline', () => {
  it('names its own status where its position calls it differently than the column', async () => {
    const board = boardOf(['Anna', 'Bela'], [])
    const [lead, ...rest] = board.columns
    const cards = lead!.cards.map((card, index) => ({
      ...card,
      status: { ...card.status, name: index === 0 ? 'Applied by phone' : 'Lead' },
      position: { ...card.position, name: 'Driver' },
      company: { ...card.company, name: 'Halden' },
    }))
    answer(getBoard, { ...board, kind: 'pipeline', columns: [{ ...lead!, cards }, ...rest] })
    await openApp(`/board/${exampleId}`)
    await expect.element(page.getByTitle('Applied by phone · Driver · Halden')).toBeVisible()
    await expect.element(page.getByTitle('Driver · Halden', { exact: true })).toBeVisible()
  })
})

describe('a card', () => {
  beforeEach(() => openBoard())

  it('shows where it was dropped before the server responds, and moves back when refused', async () => {
    readsNoMore()
    const refused = answerLater(moveApplications, refuse('CONFLICT', 'Dora was closed.'))
    await carry('Anna', 'ArrowRight')
    await expect.poll(() => names('Contacted')).toEqual(['Anna', 'Dora'])
    refused()
    await expect.element(alert).toHaveTextContent('Not moved: Dora was closed.')
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela', 'Carl'])
    expect(names('Contacted')).toEqual(['Dora'])
  })

  it('moves back to its position when reordering fails', async () => {
    readsNoMore()
    const refused = answerLater(moveApplications, refuse('CONFLICT', 'Somebody was faster.'))
    await carry('Anna', 'ArrowDown', 'ArrowDown')
    await expect.poll(() => names('Lead')).toEqual(['Bela', 'Carl', 'Anna'])
    refused()
    await expect.element(alert).toHaveTextContent('Not moved: Somebody was faster.')
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela', 'Carl'])
  })

  it('moves back when the connection is lost', async () => {
    readsNoMore()
    answer(moveApplications, offline)
    await carry('Anna', 'ArrowRight')
    await expect
      .poll(() => alert.elements().map(({ textContent }) => textContent))
      .toEqual(['Not moved: The server cannot be reached. Check your connection, then try again.'])
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela', 'Carl'])
  })

  it('stays where it was dropped when another one is refused', async () => {
    readsNoMore()
    answer(moveApplications, ({ body }) => {
      const [first] = body.applicationIds
      if (first === id(100)) return refuse('CONFLICT', 'Closed meanwhile.')()
      return placed(first!, id(12))
    })
    await carry('Anna', 'ArrowRight')
    await carry('Bela', 'ArrowRight')
    await expect.element(alert).toBeVisible()
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Carl'])
    expect(names('Contacted')).toEqual(['Dora', 'Bela'])
  })

  it('is sent with the neighbours it was dropped between', async () => {
    answer(moveApplications, placed(id(100), id(12)))
    await carry('Anna', 'ArrowRight', 'ArrowDown')
    await expect.poll(() => names('Contacted')).toEqual(['Dora', 'Anna'])
    expect(callsOf(moveApplications).map(({ body }) => body)).toMatchObject([
      { applicationIds: [id(100)], toStatusId: id(12), afterId: id(103) },
    ])
    expect(callsOf(moveApplications)[0]?.body.seen).toEqual([{ applicationId: id(100), statusId: id(11) }])
  })

  it('returns on Escape without a request', async () => {
    focusCard('Anna')
    await userEvent.keyboard(' {ArrowRight}{Escape}')
    expect(names('Lead')).toEqual(['Anna', 'Bela', 'Carl'])
    expect(callsOf(moveApplications)).toEqual([])
  })

  it('is still carried after Tab, and returns by a click elsewhere', async () => {
    focusCard('Anna')
    await userEvent.keyboard(' {ArrowRight}{Tab}')
    expect(document.activeElement?.textContent).toContain('Anna')
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela', 'Carl'])
    await userEvent.keyboard(' ')
    expect(callsOf(moveApplications)).toEqual([])
  })

  it('is not sent before the move that was made first is answered', async () => {
    const respond = answerLater(moveApplications, ({ body }) => placed(body.applicationIds[0]!, id(12)))
    await carry('Anna', 'ArrowRight')
    await carry('Bela', 'ArrowRight')
    await expect.poll(() => names('Contacted')).toEqual(['Bela', 'Anna', 'Dora'])
    expect(callsOf(moveApplications)).toHaveLength(1)
    respond()
    await expect
      .poll(() => callsOf(moveApplications).map(({ body }) => body.applicationIds))
      .toEqual([[id(100)], [id(101)]])
  })

  it('shows its call button beside the text on hover, not over it', async () => {
    const card = page.getByRole('listitem').filter({ hasText: 'Anna' })
    await card.hover()
    const button = page.getByRole('button', { name: 'Log a call with Anna' }).element()
    await expect.poll(() => getComputedStyle(button).opacity).toBe('1')
    const text = card.element().querySelector('[class*="origin"]')!
    expect(text.getBoundingClientRect().right).toBeLessThanOrEqual(button.getBoundingClientRect().left)
  })

  it('is not picked up, selected or opened by browser shortcuts', async () => {
    focusCard('Anna')
    await userEvent.keyboard('{Control>}x{/Control}{Alt>}s{/Alt}{Control>}l{/Control}')
    expect(document.querySelector('[role="menu"]')).toBeNull()
    expect(page.getByText(/selected/).elements()).toEqual([])
  })

  it('returns by Undo, once, however often that is pressed', async () => {
    const batchId = id(900)
    answer(moveApplications, { ...placed(id(100), id(12)), batchId })
    answer(undoBatch, { ...example(undoBatch), changed: 1, refused: [] })
    await carry('Anna', 'ArrowRight')
    await expect.element(page.getByRole('status').filter({ hasText: 'Undo' })).toBeVisible()
    await userEvent.keyboard('{Control>}zz{/Control}')
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela', 'Carl'])
    await expect.poll(() => callsOf(undoBatch).map(({ body }) => body.batchId)).toEqual([batchId])
    // The toast goes with it, and the focus returns to the card.
    await expect.poll(() => page.getByRole('status').filter({ hasText: 'Undo' }).elements()).toEqual([])
    expect(document.activeElement?.textContent).toContain('Anna')
  })

  it('stays in its new column when the undo is refused', async () => {
    answer(moveApplications, { ...placed(id(100), id(12)), batchId: id(900) })
    answer(undoBatch, {
      ...example(undoBatch),
      changed: 0,
      refused: [{ ...example(undoBatch).refused[0]!, message: 'Dora moved it on' }],
    })
    await carry('Anna', 'ArrowRight')
    await expect.element(page.getByRole('status').filter({ hasText: 'Undo' })).toBeVisible()
    readsNoMore()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(alert).toHaveTextContent('Not undone: Dora moved it on.')
    await expect.poll(() => names('Contacted')).toEqual(['Anna', 'Dora'])
  })

  it('that a colleague had moved meanwhile does not return to its old column by Undo', async () => {
    const by = { id: id(5), name: 'Dora' }
    const overtaken = [{ applicationId: id(100), by, status: { id: id(12), name: 'Contacted' } }]
    answer(moveApplications, { ...placed(id(100), id(12)), batchId: id(900), overtaken })
    answer(undoBatch, { ...example(undoBatch), changed: 1, refused: [] })
    await carry('Anna', 'ArrowRight')
    await expect.element(page.getByRole('status').filter({ hasText: 'Dora' })).toBeVisible()
    readsNoMore()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => callsOf(undoBatch).map(({ body }) => body.batchId)).toEqual([id(900)])
    expect(names('Lead')).toEqual(['Bela', 'Carl'])
  })
})

describe('the end of a column', () => {
  it('reads more cards, and again on Retry when that fails', async () => {
    const board = boardOf(['Anna'], [])
    const [lead, ...rest] = board.columns
    answer(getBoard, { ...board, columns: [{ ...lead!, nextCursor: 'next' }, ...rest] })
    answer(getBoardColumn, refuse('UNAVAILABLE', 'The server is busy.'))
    await openApp(`/board/${exampleId}`)
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect.element(retry).toBeVisible()
    const [more] = boardOf(['Anna', 'Bela'], []).columns
    answer(getBoardColumn, { ...more!, cards: more!.cards.slice(1), nextCursor: null })
    await retry.click()
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela'])
    expect(retry.elements()).toEqual([])
  })
})

/** A colleague moved Anna to Contacted. */
const annaContacted = {
  kind: 'applications-moved',
  applicationIds: [id(100)],
  positionIds: [exampleId],
  toStatusIds: [id(12)],
  actorId: id(5),
} satisfies LiveEvent

describe('a board read again', () => {
  it('is read once more after an error', async () => {
    await openBoard()
    answer(getBoardColumn, refuse('UNAVAILABLE', 'The server is busy.'))
    receive({ event: annaContacted, id: '1' })
    await expect.poll(() => callsOf(getBoardColumn)).not.toEqual([])
    const after = boardOf(['Bela', 'Carl'], ['Anna', 'Dora'])
    answer(getBoardColumn, ({ params }) => after.columns.find(({ id }) => id === params.columnId)!)
    await expect.poll(() => names('Contacted'), { timeout: 10_000 }).toEqual(['Anna', 'Dora'])
  })

  it('does not restore a card that was moved while the response was on its way', async () => {
    await openBoard()
    const before = boardOf(['Anna', 'Bela', 'Carl'], ['Dora'])
    const late = answerLater(
      getBoardColumn,
      ({ params }) => before.columns.find(({ id }) => id === params.columnId)!,
    )
    receive({ event: annaContacted, id: '1' })
    await expect.poll(() => callsOf(getBoardColumn)).not.toEqual([])
    answer(moveApplications, placed(id(100), id(12)))
    await carry('Anna', 'ArrowRight')
    await expect.element(page.getByRole('status').filter({ hasText: 'Undo' })).toBeVisible()
    const after = boardOf(['Bela', 'Carl'], ['Anna', 'Dora'])
    answer(getBoardColumn, ({ params }) => after.columns.find(({ id }) => id === params.columnId)!)
    late()
    for (let count = 0; count < 10; count++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(names('Lead')).not.toContain('Anna')
    }
  })
})

describe('live events on a board', () => {
  const event = (positionIds: string[], kind: 'applications-changed' | 'positions-changed') =>
    ({ kind, applicationIds: [id(100)], positionIds, actorId: id(5) }) as LiveEvent

  beforeEach(() => openBoard())

  it.each(['applications-changed', 'positions-changed'] as const)('reload it after %s', async (kind) => {
    answer(getBoard, boardOf(['Anna'], ['Dora', 'Bela']))
    receive({ event: event([exampleId], kind), id: '1' })
    await expect.poll(() => names('Lead')).toEqual(['Anna'])
  })

  it('of another position leave it alone', async () => {
    const reads = callsOf(getBoard).length
    receive({ event: event([id(77)], 'applications-changed'), id: '1' })
    receive({ event: event([exampleId], 'applications-changed'), id: '2' })
    await expect.poll(() => callsOf(getBoard).length).toBe(reads + 1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(callsOf(getBoard)).toHaveLength(reads + 1)
  })

  it('of a move on another position leave it alone', async () => {
    const move = { kind: 'applications-moved' as const, applicationIds: [id(199)], actorId: id(5) }
    const after = boardOf(['Bela', 'Carl'], ['Dora'])
    answer(getBoardColumn, ({ params }) => after.columns.find(({ id }) => id === params.columnId)!)
    receive({ event: { ...move, positionIds: [id(77)], toStatusIds: [id(12)] }, id: '1' })
    receive({ event: { ...move, positionIds: [exampleId], toStatusIds: [id(11)] }, id: '2' })
    await expect.poll(() => names('Lead')).toEqual(['Bela', 'Carl'])
    expect(callsOf(getBoardColumn).map(({ params }) => params.columnId)).toEqual([id(11)])
  })

  it('read only the columns that a move is about', async () => {
    const reads = callsOf(getBoard).length
    const after = boardOf(['Bela', 'Carl'], ['Dora', 'Anna'])
    answer(getBoardColumn, ({ params }) => after.columns.find(({ id }) => id === params.columnId)!)
    receive({
      event: {
        kind: 'applications-moved',
        applicationIds: [id(199)],
        positionIds: [exampleId],
        toStatusIds: [id(12)],
        actorId: id(5),
      },
      id: '1',
    })
    await expect.poll(() => callsOf(getBoardColumn).map(({ params }) => params.columnId)).toEqual([id(12)])
    expect(callsOf(getBoard)).toHaveLength(reads)
  })

  it('keep the cards when the reload fails, and the next one shows the change', async () => {
    answer(getBoard, refuse('UNAVAILABLE', 'Busy.'))
    const reads = callsOf(getBoard).length
    receive({ event: event([exampleId], 'applications-changed'), id: '1' })
    await expect.poll(() => callsOf(getBoard).length).toBeGreaterThan(reads)
    expect(names('Lead')).toEqual(['Anna', 'Bela', 'Carl'])
    answer(getBoard, boardOf(['Anna'], ['Dora']))
    receive({ event: event([exampleId], 'applications-changed'), id: '2' })
    await expect.poll(() => names('Lead')).toEqual(['Anna'])
  })
})

describe('a card dropped in a closed column', () => {
  const dialog = page.getByRole('dialog')

  beforeEach(async () => {
    const board = boardOf(['Anna', 'Bela'], [])
    Object.assign(board.columns[1]!, { type: 'closed', name: 'Closed' })
    answer(getBoard, board)
    answer(listReasons, { ...example(listReasons), items: [] })
    await openApp(`/board/${exampleId}`)
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela'])
    await page
      .getByRole('button', { name: /Closed/ })
      .first()
      .click()
    await carry('Anna', 'ArrowRight')
    await expect.element(dialog).toBeVisible()
  })

  it('goes back when one answers Cancel', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(names('Lead')).toEqual(['Anna', 'Bela'])
    expect(callsOf(moveApplications)).toEqual([])
  })

  it('is closed with what one chose', async () => {
    answer(moveApplications, placed(id(100), id(12)))
    await dialog.getByRole('radio', { name: 'Unreachable' }).click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Called five times')
    await dialog.getByRole('button', { name: 'Close application' }).click()
    await expect
      .poll(() => callsOf(moveApplications).map(({ body }) => body.close))
      .toEqual([{ disposition: 'unreachable', reasonId: null, note: 'Called five times' }])
  })

  it('asks for an outcome', async () => {
    await dialog.getByRole('button', { name: 'Close application' }).click()
    await expect.element(dialog.getByText('Choose an outcome')).toBeVisible()
    expect(callsOf(moveApplications)).toEqual([])
  })
})

describe('selected cards', () => {
  const bar = page.getByRole('region', { name: 'Selected applications' })

  async function select(...cards: string[]) {
    for (const name of cards) {
      focusCard(name)
      await userEvent.keyboard('x')
    }
  }

  beforeEach(() => openBoard())

  it('are moved together by the menu, and are not selected afterwards', async () => {
    await select('Anna', 'Carl')
    await bar.getByRole('button', { name: 'Move to…' }).click()
    // A slow browser may load the board again.
    answer(getBoard, boardOf(['Bela'], ['Anna', 'Carl', 'Dora']))
    await page.getByRole('menuitem', { name: 'Contacted' }).click()
    await expect.poll(() => names('Contacted')).toEqual(['Anna', 'Carl', 'Dora'])
    await expect
      .poll(() => callsOf(moveApplications).map(({ body }) => [body.applicationIds, body.toStatusId]))
      .toEqual([[[id(100), id(102)], id(12)]])
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('are moved together by keyboard from any one of them', async () => {
    await select('Anna', 'Carl')
    await carry('Carl', 'ArrowRight')
    await expect
      .poll(() => callsOf(moveApplications).map(({ body }) => body.applicationIds))
      .toEqual([[id(100), id(102)]])
  })

  it('stay where they are when another card is moved', async () => {
    await select('Anna', 'Carl')
    await carry('Bela', 'ArrowRight')
    await expect
      .poll(() => callsOf(moveApplications).map(({ body }) => body.applicationIds))
      .toEqual([[id(101)]])
    await expect.element(bar.getByText('2 selected')).toBeVisible()
  })

  it('are a range with Shift, and none after Escape', async () => {
    await select('Anna')
    focusCard('Carl')
    await userEvent.keyboard('{Shift>}x{/Shift}')
    await expect.element(bar.getByText('3 selected')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('do not include one that left the board meanwhile', async () => {
    await select('Anna', 'Carl')
    const board = boardOf(['Anna', 'Bela', 'Carl'], ['Dora'])
    board.columns[0]!.cards = board.columns[0]!.cards.filter(({ id: card }) => card !== id(100))
    answer(getBoard, board)
    await queryClient.invalidateQueries()
    await expect.element(bar.getByText('1 selected')).toBeVisible()
  })

  it('are closed only once an outcome was chosen, and stay where they are on Cancel', async () => {
    const board = boardOf(['Anna', 'Bela'], ['Dora'])
    board.columns[1] = { ...board.columns[1]!, name: 'Closed', type: 'closed' }
    answer(getBoard, board)
    await openApp(`/board/${exampleId}`)
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela'])
    await select('Anna', 'Bela')
    await bar.getByRole('button', { name: 'Move to…' }).click()
    await page.getByRole('menuitem', { name: 'Closed…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(names('Lead')).toEqual(['Anna', 'Bela'])
    expect(callsOf(moveApplications)).toEqual([])
    await expect.element(bar.getByText('2 selected')).toBeVisible()
  })
})

describe('who may not move', () => {
  it('sees the reason and picks nothing up', async () => {
    signInAs('viewer')
    const board = boardOf(['Anna'], ['Dora'])
    for (const column of board.columns) for (const card of column.cards) card.can.move = false
    answer(getBoard, { ...board, can: { ...board.can, move: false, close: false } })
    await openApp(`/board/${exampleId}`)
    await expect.poll(() => names('Lead')).toEqual(['Anna'])
    await carry('Anna', 'ArrowRight')
    await expect
      .element(page.getByText('You do not have permission to move this application'))
      .toBeInTheDocument()
    expect(names('Lead')).toEqual(['Anna'])
    expect(callsOf(moveApplications)).toEqual([])
  })
})

describe('a card that may not be moved', () => {
  it('is not picked up on a board where others may be', async () => {
    const board = boardOf(['Anna', 'Bela'], ['Dora'])
    board.columns[0]!.cards[0]!.can.move = false
    answer(getBoard, board)
    await openApp(`/board/${exampleId}`)
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela'])
    focusCard('Anna')
    await userEvent.keyboard(' ')
    await expect
      .element(page.getByText('You do not have permission to move this application'))
      .toBeInTheDocument()
    expect(callsOf(moveApplications)).toEqual([])
  })
})

it('a card is carried past the columns in which it would be closed by those who may not close', async () => {
  const board = boardOf(['Anna'], ['Dora'])
  Object.assign(board.columns[1]!, { type: 'closed', name: 'Closed' })
  answer(getBoard, { ...board, can: { ...board.can, close: false } })
  answer(moveApplications, placed(id(100), id(12)))
  await openApp(`/board/${exampleId}`)
  await expect.poll(() => names('Lead')).toEqual(['Anna'])
  await carry('Anna', 'ArrowRight')
  await expect.element(page.getByText(/^Dropped Anna in Lead/)).toBeInTheDocument()
  expect(page.getByRole('dialog').elements()).toEqual([])
  expect(callsOf(moveApplications)).toEqual([])
})

describe('the record of a card', () => {
  const record = (name: string) => page.getByRole('complementary', { name })
  const focusedCard = () => document.activeElement?.closest('[data-card]')?.textContent

  beforeEach(async () => {
    await page.viewport(1440, 900)
    const details = example(getApplication)
    const byId = new Map(['Anna', 'Bela', 'Carl', 'Dora'].map((name, n) => [id(100 + n), name]))
    answer(getApplication, ({ params }) => ({
      ...details,
      id: params.id,
      candidate: { ...details.candidate, id: id(200), name: byId.get(params.id) ?? 'Nobody' },
    }))
    await openBoard()
  })

  it('opens over the board by keyboard, walks the column, and Escape gives the focus back to the card', async () => {
    focusCard('Anna')
    await userEvent.keyboard('{Enter}')
    await expect.element(record('Anna').getByText('1 of 3 in Lead')).toBeVisible()
    await expect.element(record('Anna').getByRole('heading', { level: 2, name: 'Anna' })).toBeVisible()
    expect(location.pathname).toBe(`/board/${exampleId}`)
    await userEvent.keyboard('j')
    await expect.element(record('Bela').getByText('2 of 3 in Lead')).toBeVisible()
    await userEvent.keyboard('jj')
    await expect.element(record('Carl').getByText('3 of 3 in Lead')).toBeVisible()
    await userEvent.keyboard('k')
    await expect.element(record('Bela')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => record('Bela').elements()).toEqual([])
    await expect.poll(focusedCard).toContain('Bela')
  })

  it('is in the address, and no reason to read the board anew', async () => {
    const reads = callsOf(getBoard).length
    await page.getByRole('link', { name: 'Carl', exact: true }).click()
    await expect.element(record('Carl')).toBeVisible()
    expect(new URLSearchParams(location.search).get('card')).toBe(id(102))
    expect(callsOf(getBoard)).toHaveLength(reads)
  })

  it('is the page where there is no room for both', async () => {
    await page.viewport(1024, 768)
    await page.getByRole('link', { name: 'Bela', exact: true }).click()
    await expect.poll(() => location.pathname).toBe(`/applications/${id(101)}`)
    await expect.element(page.getByText('2 of 3')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Lead' })).toBeVisible()
    await page.viewport(1440, 900)
  })
})
