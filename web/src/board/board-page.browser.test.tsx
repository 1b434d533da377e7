import { getBoard, getBoardColumn, moveApplications } from '@muster/contract/board.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boardOf } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, refuse } from '../testing/server.ts'

const main = page.getByRole('main')
const link = (name: string) => main.getByRole('link', { name, exact: true })
const searchOf = (name: string) => new URL((link(name).element() as HTMLAnchorElement).href).searchParams

async function open(search: string, lead = ['Anna', 'Bela']) {
  const board = boardOf(lead, [])
  answer(getBoard, board)
  await openApp(`/board/${board.id}?${search}`)
  await expect.element(link('Show as list')).toBeVisible()
  return board
}

describe('a board', () => {
  it('leads to the list of just its cards, and to a new application on its position', async () => {
    const board = await open('q=an&late=true&neverContacted=true')
    expect(Object.fromEntries(searchOf('Show as list'))).toMatchObject({
      positionId: board.id,
      q: 'an',
      late: 'true',
      neverContacted: 'true',
      open: 'all',
    })
    expect(searchOf('Add').get('positionId')).toBe(board.id)
  })

  it.each(['late=true', 'q=nobody', 'ownerId=none'])(
    'says that no card matches %s, not that there are none',
    async (search) => {
      await open(search, [])
      await expect.element(page.getByText('No matching cards')).toBeVisible()
      await link('Show all cards').click()
      await expect.element(page.getByText('No applications yet')).toBeVisible()
    },
  )

  it('takes a question mark as text while one searches, and as a key otherwise', async () => {
    await open('')
    const field = main.getByRole('searchbox')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await field.click()
    await userEvent.keyboard('?')
    await expect.element(field).toHaveValue('?')
    await page.getByRole('heading', { level: 1 }).click()
    expect(help.elements()).toEqual([])
    await userEvent.keyboard('?')
    await expect.element(help).toBeVisible()
  })

  it('shows the applications of nobody', async () => {
    await open('')
    await main.getByRole('button', { name: /^Owner/ }).click()
    await page.getByText('Unassigned', { exact: true }).last().click()
    await expect.poll(() => callsOf(getBoard).at(-1)?.query.ownerId).toBe('none')
  })

  it('is read again after a move was refused, since it is not what it was', async () => {
    await open('')
    answer(moveApplications, refuse('CONFLICT', 'Anna was closed.'))
    const reads = () => callsOf(getBoard).length + callsOf(getBoardColumn).length
    const before = reads()
    ;(page.getByRole('link', { name: 'Anna', exact: true }).element() as HTMLElement).focus()
    for (const key of [' ', '{ArrowRight}', ' ']) await userEvent.keyboard(key)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not moved: Anna was closed.')
    await expect.poll(reads).toBeGreaterThan(before)
  })
})
