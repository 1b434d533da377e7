import type pg from 'pg'
import type { Page } from 'playwright-core'

/** The rows that the cases use. */
export interface BenchSubjects {
  /** A position with about 2,000 cards on its board. */
  largeBoard: string
}

/** A large screen, and what a user does on it. */
export interface BrowserCase {
  name: string
  path: (furniture: BenchSubjects) => string
  /** Resolves when the screen's main content is visible. */
  ready: (page: Page) => Promise<unknown>
  /** Actions in sequence, each measured. */
  steps: { name: string; act: (page: Page) => Promise<void> }[]
  /** The maximal number of elements in the page at any time. */
  limits: { name: string; selector: string; most: number }[]
}

const boardCards = 2_000

/** Gives the open position with the fewest applications 2,000 open ones, unless it has them. */
export async function seed(client: pg.Client): Promise<BenchSubjects> {
  const { rows } = await client.query<{ id: string; cards: number }>(`
    select p.id, count(a.id) filter (where a.closed_at is null)::int as cards
    from positions p
    left join applications a on a.workspace_id = p.workspace_id and a.position_id = p.id and a.deleted_at is null
    where p.state = 'open' and p.deleted_at is null
    group by p.id order by count(a.id) filter (where a.closed_at is null) >= ${boardCards} desc, 2, p.id limit 1`)
  const { id, cards } = rows[0]!
  if (cards < boardCards) {
    await client.query(
      `insert into applications (workspace_id, id, candidate_id, position_id, status_id, status_type, reached, rank,
         owner_id, source, candidate_name, candidate_search, due_at)
       select c.workspace_id, gen_random_uuid(), c.id, $1, s.id, s.type, 0, 'b' || lpad(c.number::text, 6, '0'),
         (select u.id from users u where u.workspace_id = c.workspace_id order by md5(u.id::text || c.id::text) limit 1),
         'Referral', c.name, lower(c.name), now() + make_interval(hours => (c.number % 200)::int - 60)
       from (
         select workspace_id, id, name, row_number() over (order by id) as number from candidates
         where not exists (
           select from applications a where a.workspace_id = candidates.workspace_id and a.position_id = $1
             and a.candidate_id = candidates.id
         )
         limit $2
       ) as c
       join lateral (
         select id, type, row_number() over (order by ordinal) as number, count(*) over () as count from statuses
         where workspace_id = c.workspace_id and position_id = $1 and deleted_at is null
           and type not in ('hired', 'closed')
       ) as s on s.number = 1 + c.number % s.count`,
      [id, boardCards],
    )
    await client.query('analyze applications')
  }
  return { largeBoard: id }
}

/** Scrolls an element by wheel, as fast as a user does. */
async function wheel(page: Page, selector: string, by: { x: number; y: number }, times: number) {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`Nothing to scroll: ${selector}`)
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 300))
  for (let turn = 0; turn < times; turn += 1) {
    await page.mouse.wheel(by.x, by.y)
    await page.waitForTimeout(16)
  }
}

async function dragAcross(page: Page) {
  const card = await page.locator('[data-column] [data-card]').nth(2).boundingBox()
  const target = await page.locator('[data-column]').nth(2).boundingBox()
  if (!card || !target) throw new Error('No card to drag')
  const from = { x: card.x + 60, y: card.y + 50 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const to = { x: target.x + 100, y: target.y + 400 }
  for (let step = 1; step <= 60; step += 1) {
    const part = step / 60
    await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    await page.waitForTimeout(16)
  }
  const moved = page.waitForResponse((response) => response.url().includes('/move'))
  await page.mouse.up()
  await moved
}

const column = '[data-column] [data-scrolls-to-top]'
const cards = { name: 'cards', selector: '[data-card]', most: 300 }
const rows = { name: 'rows', selector: '[data-row]', most: 300 }

/** Holds a key at the speed of key repeat. */
async function hold(page: Page, key: string, times: number) {
  for (let press = 0; press < times; press += 1) {
    await page.keyboard.press(key)
    await page.waitForTimeout(33)
  }
}

/** The measured screens. */
export const browserCases: readonly BrowserCase[] = [
  {
    name: 'list of 10,000 applications',
    path: () => '/applications?sort=candidate',
    ready: (page) => page.locator('[data-row]').first().waitFor(),
    steps: [
      { name: 'next by j, held', act: (page) => hold(page, 'j', 90) },
      { name: 'drawer follows j', act: (page) => hold(page, 'o', 1).then(() => hold(page, 'j', 30)) },
      { name: 'close the drawer', act: (page) => hold(page, 'Escape', 1) },
      { name: 'tick by x', act: (page) => hold(page, 'x', 1).then(() => hold(page, 'Shift+J', 20)) },
      { name: 'scroll to the end', act: (page) => wheel(page, '[data-row]', { x: 0, y: 2_400 }, 240) },
      { name: 'scroll back', act: (page) => wheel(page, '[data-row]', { x: 0, y: -9_000 }, 60) },
      {
        name: 'search as one types',
        act: async (page) => {
          await page.locator('main input[type="search"]').first().click()
          await page.keyboard.type('maria', { delay: 90 })
          await page.waitForTimeout(600)
        },
      },
    ],
    limits: [rows],
  },
  {
    name: 'an application',
    path: () => '/applications?sort=candidate',
    ready: (page) => page.locator('[data-row]').first().waitFor(),
    steps: [
      {
        name: 'open it',
        act: async (page) => {
          await hold(page, 'j', 1)
          await hold(page, 'Enter', 1)
          await page.waitForURL(/applications\/[0-9a-f-]{36}/)
        },
      },
      { name: 'next by j', act: (page) => hold(page, 'j', 20) },
      {
        name: 'commands box',
        act: async (page) => {
          await page.keyboard.press('ControlOrMeta+k')
          await page.getByRole('combobox').first().waitFor()
          await page.keyboard.type('maria', { delay: 90 })
          await hold(page, 'Escape', 1)
        },
      },
    ],
    limits: [rows],
  },
  {
    name: 'board of 2,000 cards',
    path: ({ largeBoard }) => `/board/${largeBoard}`,
    ready: (page) => page.locator('[data-card]').first().waitFor(),
    steps: [
      { name: 'scroll down', act: (page) => wheel(page, column, { x: 0, y: 240 }, 120) },
      { name: 'scroll back', act: (page) => wheel(page, column, { x: 0, y: -900 }, 40) },
      { name: 'scroll across', act: (page) => wheel(page, 'main', { x: 200, y: 0 }, 10) },
      { name: 'scroll back across', act: (page) => wheel(page, 'main', { x: -200, y: 0 }, 20) },
      { name: 'drag a card', act: dragAcross },
      {
        name: 'move by keys',
        act: async (page) => {
          for (const key of [' ', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown', ' ']) {
            await page.keyboard.press(key)
            await page.waitForTimeout(50)
          }
        },
      },
    ],
    limits: [cards],
  },
  {
    name: 'the same in lanes by owner',
    path: ({ largeBoard }) => `/board/${largeBoard}?group=owner`,
    ready: (page) => page.locator('[data-card]').first().waitFor(),
    steps: [
      { name: 'scroll down', act: (page) => wheel(page, 'main', { x: 0, y: 400 }, 120) },
      { name: 'scroll back', act: (page) => wheel(page, 'main', { x: 0, y: -1200 }, 60) },
      { name: 'drag a card', act: dragAcross },
    ],
    limits: [cards],
  },
]
