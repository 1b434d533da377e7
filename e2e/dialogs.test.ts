import { createComment } from '@muster/contract/activity-logs.ts'
import { forgotPassword } from '@muster/contract/users.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { openEveryScreen, openScreen } from './every-screen.ts'
import { holdTab } from './keyboard-walk.ts'
import type { Muster, Visit } from './start-muster.ts'

let muster: Muster
let user: TestUser
let paths: Record<string, string>

beforeAll(async () => {
  ;({ muster, user, paths } = await openEveryScreen())
  // Of those that can be moved and closed.
  const { id: applicationId } = await muster.server.db
    .selectFrom('applications')
    .where('disposition', 'is', null)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  paths['/applications/{id}'] = `/applications/${applicationId}`
  await muster.server.call(createComment, {
    as: user,
    params: { id: applicationId },
    body: { body: 'To be changed', mentions: [] },
  })
  await muster.server.call(forgotPassword, { body: { email: user.email } })
})

afterAll(() => muster?.stop())

type Role = Parameters<Page['getByRole']>[0]

interface Floating {
  what: string
  /** One of the keys of `paths`, or an address. */
  screen: string
  /** What has the focus before, and gets it back. */
  opener: (page: Page) => Locator
  /** Pressed on the opener, one after another; Enter when left out. */
  keys?: string[]
  /** What opens. */
  role: Role
  name?: string | RegExp
  /** Over everything else: Tab stays within. */
  modal?: boolean
  /** The focus stays in the field it belongs to. */
  ofField?: boolean
  only?: 'wide' | 'narrow'
  /** Where Tab ends up a list opens, which Escape closes first. */
  tabOpensList?: true | undefined
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
const chip = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first()
const field = (name: string | RegExp) => (page: Page) => page.getByRole('combobox', { name }).first()
const row = (page: Page) => page.getByRole('grid').getByRole('row').nth(1).getByRole('link').first()
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first()
const card = (page: Page) => page.locator('[data-card] a').first()
const modal = true

/** Everything that opens over a screen. */
const floatings: Floating[] = [
  {
    what: 'the commands box',
    screen: '/dashboard',
    opener: (page) => page.getByRole('main').getByRole('link').first(),
    keys: ['Control+k'],
    role: 'dialog',
    name: 'Search and commands',
    modal,
  },
  {
    what: 'notifications',
    screen: '/dashboard',
    opener: button(/^Notifications/),
    role: 'dialog',
    name: /^Notifications/,
  },
  {
    what: 'the user menu',
    screen: '/dashboard',
    opener: button(/user menu/),
    role: 'dialog',
    name: /user menu/,
    only: 'wide',
  },
  {
    what: 'the navigation',
    screen: '/dashboard',
    opener: button(/navigation$/),
    role: 'dialog',
    name: 'Navigation',
    modal,
    only: 'narrow',
  },

  { what: 'the view menu', screen: '/applications', opener: button('View'), role: 'menu' },
  {
    what: 'saving a view',
    screen: '/applications',
    opener: button('View'),
    keys: ['Enter', 'Save view…'],
    role: 'dialog',
    name: /view/i,
    modal,
  },
  {
    what: 'columns',
    screen: '/applications',
    opener: button('Columns'),
    role: 'dialog',
    name: 'Columns',
    modal,
    only: 'wide',
  },
  { what: 'the export menu', screen: '/applications', opener: button('Export'), role: 'menu', only: 'wide' },
  {
    what: 'the keys of the list',
    screen: '/applications',
    opener: row,
    keys: ['?'],
    role: 'dialog',
    name: 'Keyboard shortcuts',
    modal,
  },
  {
    what: 'the list of filters',
    screen: '/applications',
    opener: chip('Filter'),
    role: 'listbox',
    name: 'Filters',
    ofField: true,
    only: 'wide',
  },
  {
    what: 'the choices of a filter',
    screen: '/applications?open=true&source=Job fair',
    opener: chip(/^Source/),
    role: 'dialog',
    name: /^Source/,
    modal,
    only: 'wide',
  },
  { what: 'the order', screen: '/applications', opener: button(/^Sort: /), role: 'menu' },
  {
    what: 'the sheet of filters',
    screen: '/applications',
    opener: button(/^Filters/),
    role: 'dialog',
    name: 'Filters',
    modal,
    only: 'narrow',
  },
  {
    what: 'the drawer',
    screen: '/applications',
    opener: row,
    keys: ['o'],
    role: 'complementary',
    ofField: true,
  },
  { what: 'moving a row', screen: '/applications', opener: row, keys: ['s'], role: 'menu' },
  { what: 'moving several', screen: '/applications#selected', opener: button('Move to…'), role: 'menu' },
  {
    what: 'assigning several',
    screen: '/applications#selected',
    opener: button('Assign'),
    role: 'dialog',
    name: 'Assign',
    modal,
  },
  {
    what: 'tagging several',
    screen: '/applications#selected',
    opener: button('Tag'),
    role: 'dialog',
    name: 'Tag',
    modal,
  },
  {
    what: 'closing several',
    screen: '/applications#selected',
    opener: button('Close…'),
    role: 'dialog',
    name: /^Close/,
    modal,
  },
  {
    what: 'a question',
    screen: '/applications#selected',
    opener: button('Delete…'),
    role: 'dialog',
    name: /^Delete/,
    modal,
  },

  {
    what: 'logging a call',
    screen: '/applications/{id}',
    opener: button('Log a call'),
    role: 'menu',
  },
  { what: 'moving an application', screen: '/applications/{id}', opener: button(/^Move$/), role: 'menu' },
  {
    what: 'closing an application',
    screen: '/applications/{id}',
    opener: button('Close…'),
    role: 'dialog',
    name: /^Close/,
    modal,
  },
  { what: 'more actions', screen: '/applications/{id}', opener: button('More actions'), role: 'menu' },
  {
    what: 'the menu of a comment',
    screen: '/applications/{id}#history',
    opener: button('Edit this comment'),
    role: 'menu',
  },
  {
    what: 'whom to mention',
    screen: '/applications/{id}#history',
    opener: (page) => page.getByLabel('Comment', { exact: true }).first(),
    keys: ['@'],
    role: 'listbox',
    name: 'Users',
    ofField: true,
  },
  {
    what: 'the time in a status',
    screen: '/applications/{id}',
    opener: (page) => page.getByRole('toolbar', { name: 'Statuses' }).locator('[aria-current=step]'),
    keys: [],
    role: 'tooltip',
    ofField: true,
  },

  {
    what: 'other boards',
    screen: '/board/{id} of a position',
    opener: button('Switch board'),
    role: 'listbox',
    name: 'Boards',
    ofField: true,
  },
  {
    what: 'the choices of a chip',
    screen: '/board/{id} of a position',
    opener: chip(/^Owner/),
    role: 'listbox',
    name: 'Owner',
    ofField: true,
  },
  { what: 'further filters', screen: '/board/{id} of a position', opener: chip(/^Filter/), role: 'menu' },
  { what: 'lanes', screen: '/board/{id} of a position', opener: button(/^Group/), role: 'menu' },
  {
    what: 'the menu of a card',
    screen: '/board/{id} of a position',
    opener: card,
    keys: ['s'],
    role: 'menu',
  },

  { what: 'actions of a position', screen: '/positions/{id}', opener: button('More actions'), role: 'menu' },
  {
    what: 'closing a position',
    screen: '/positions/{id}',
    opener: button('More actions'),
    keys: ['Enter', 'Close…'],
    role: 'dialog',
    name: /^Close/,
    modal,
  },
  {
    what: 'a colour of a status',
    screen: '/positions/{id}/edit',
    opener: button(/^Color of/),
    role: 'dialog',
    name: /^Color of/,
    modal,
  },
  {
    what: 'a type of a status',
    screen: '/positions/{id}/edit',
    opener: field(/^Type of/),
    keys: ['ArrowDown'],
    role: 'listbox',
    ofField: true,
  },
  {
    what: 'deleting a status',
    screen: '/positions/{id}/edit',
    opener: button(/^Delete /),
    role: 'dialog',
    name: /^Delete/,
    modal,
  },
  {
    what: 'choices of the list of positions',
    screen: '/positions',
    opener: chip(/^Company|^Owner/),
    role: 'listbox',
    ofField: true,
  },
  {
    what: 'the position to copy',
    screen: '/positions/create#copy',
    opener: field('Position to copy'),
    keys: ['ArrowDown'],
    role: 'listbox',
    ofField: true,
  },
  {
    what: 'the company of a position',
    screen: '/positions/create',
    opener: field('Company'),
    keys: ['ArrowDown'],
    role: 'listbox',
    ofField: true,
  },

  { what: 'tags of people', screen: '/candidates', opener: chip('Tag'), role: 'dialog', name: /^Tag/, modal },
  {
    what: 'adding a person',
    screen: '/candidates',
    opener: (page) => page.getByRole('link', { name: 'Add candidate' }),
    role: 'dialog',
    name: 'Add candidate',
    modal,
  },
  {
    what: 'the keys of people',
    screen: '/candidates',
    opener: row,
    keys: ['?'],
    role: 'dialog',
    name: 'Keyboard shortcuts',
    modal,
  },
  {
    what: 'adding a company',
    screen: '/companies',
    opener: (page) => page.getByRole('link', { name: 'Add company' }),
    role: 'dialog',
    name: 'Add company',
    modal,
  },
  {
    what: 'adding an agent',
    screen: '/agents',
    opener: (page) => page.getByRole('link', { name: 'Add agent' }),
    role: 'dialog',
    name: 'Add agent',
    modal,
  },
  {
    what: 'an agent',
    screen: '/agents',
    opener: row,
    role: 'dialog',
    modal,
  },
  {
    what: 'the calls behind a figure',
    screen: '/agents',
    opener: (page) => page.getByRole('link', { name: /concurrent calls/ }).first(),
    role: 'dialog',
    modal,
  },
  {
    what: 'the time zone',
    screen: '/settings/workspace',
    opener: field('Timezone'),
    keys: ['ArrowDown'],
    role: 'listbox',
    ofField: true,
  },
  { what: 'a colleague', screen: '/settings/users', opener: row, role: 'dialog', modal },
  {
    what: 'adding a colleague',
    screen: '/settings/users',
    opener: link('Add user'),
    role: 'dialog',
    name: 'Add user',
    modal,
  },
  {
    what: 'inviting somebody',
    screen: '/settings/invitations',
    opener: link('Invite user'),
    role: 'dialog',
    name: 'Invite user',
    modal,
  },
  {
    what: 'a new API key',
    screen: '/settings/api-keys',
    opener: link('Create API key'),
    role: 'dialog',
    modal,
  },
  { what: 'a webhook', screen: '/settings/webhooks', opener: link('Add webhook'), role: 'dialog', modal },
  {
    what: 'erasing a person',
    screen: '/candidates/{id}',
    opener: button('More actions'),
    keys: ['Enter', 'Erase permanently…'],
    role: 'dialog',
    modal,
  },
  { what: 'a workspace', screen: '/admin/workspaces', opener: row, role: 'dialog', modal },
  {
    what: 'creating a workspace',
    screen: '/admin/workspaces',
    opener: link('Create workspace'),
    role: 'dialog',
    name: 'Create workspace',
    modal,
    tabOpensList: true,
  },
  { what: 'somebody of a workspace', screen: '/admin/users', opener: row, role: 'dialog', modal },
  { what: 'a mail', screen: '/admin/mails', opener: row, role: 'dialog', modal },
]

/** As long as anything may take on a busy machine. */
const soon = { timeout: 30_000, interval: 20 }

/** Where the focus is, seen from what floats. */
function holdsFocus(floating: Locator): Promise<boolean> {
  return floating.evaluate((element) => element.contains(document.activeElement))
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 140) ?? 'nothing')
}

/** Tab, held down, and back again; the page notes each place out of what floats where the focus comes. */
async function tabAround(page: Page, floating: Locator): Promise<string[]> {
  const outside = await floating.evaluateHandle((element) => {
    const found: string[] = []
    document.addEventListener('focusin', ({ target }) => {
      const within = !element.isConnected || element.contains(target as Node)
      if (!within) found.push(`Tab leaves it, to ${(target as Element).outerHTML.slice(0, 140)}`)
    })
    return found
  })
  const { keyboard } = page
  await holdTab(page, 6)
  await keyboard.down('Shift')
  await holdTab(page, 3)
  await keyboard.up('Tab')
  await keyboard.up('Shift')
  const left = await outside.jsonValue()
  if (!(await holdsFocus(floating))) left.push(`Tab leaves it, to ${await focused(page)}`)
  return left.slice(0, 1)
}

/** Opens one by its keys. */
async function open(page: Page, one: Floating): Promise<Locator> {
  const opener = one.opener(page)
  await opener.waitFor()
  await opener.focus()
  for (const key of one.keys ?? ['Enter']) {
    if (!/…$/.test(key)) {
      await page.keyboard.press(key)
      continue
    }
    const item = page.getByRole('menuitem', { name: key })
    // A menu takes the focus a moment after it is seen.
    await expect.poll(() => holdsFocus(page.getByRole('menu').filter({ has: item })), soon).toBe(true)
    await item.press('Enter')
  }
  const floating = one.name
    ? page.getByRole(one.role, { name: one.name }).last()
    : page.getByRole(one.role).last()
  await expect.poll(() => floating.isVisible(), soon).toBe(true)
  // A list is there before its choices are loaded.
  if (one.role === 'listbox') await floating.getByRole('option').first().waitFor()
  return floating
}

/** Closes it by Escape; answers what is wrong with that. */
async function close(page: Page, one: Floating, floating: Locator): Promise<string[]> {
  const problems: string[] = []
  if (one.tabOpensList) await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await floating
    .waitFor({ state: 'hidden', timeout: soon.timeout })
    .catch(() => problems.push('Escape does not close it'))
  const opener = one.opener(page)
  const back = expect
    .poll(() => opener.evaluate((element) => element === document.activeElement), soon)
    .toBe(true)
  await back.catch(async () => problems.push(`the focus goes to ${await focused(page)}`))
  return problems
}

/** Waits until the focus is in what floats; answers what is wrong with that. */
async function takeFocus(page: Page, floating: Locator): Promise<string[]> {
  const problems: string[] = []
  const inside = expect.poll(() => holdsFocus(floating), soon).toBe(true)
  await inside.catch(async () => problems.push(`the focus stays outside, on ${await focused(page)}`))
  return problems
}

/** Plays one from opening to closing; answers what is wrong with it. */
async function play(page: Page, one: Floating): Promise<string[]> {
  const problems: string[] = []
  const floating = await open(page, one)
  if (!one.ofField) problems.push(...(await takeFocus(page, floating)))
  problems.push(...(await violations(page, { within: floating })))
  if (one.modal) problems.push(...(await tabAround(page, floating)))
  problems.push(...(await close(page, one, floating)))
  // What a menu leads to opens faster the second time, while the menu is still closing. Nobody presses Escape before it
  // has the focus: in that moment it neither hears the key nor can be gone without a complaint of its focus trap.
  if (one.keys?.some((key) => key.endsWith('…'))) {
    const again = await open(page, one)
    problems.push(...(await takeFocus(page, again)))
    problems.push(...(await close(page, { ...one, tabOpensList: undefined }, again)))
  }
  return problems
}

async function openFor(page: Page, screen: string) {
  const [path, state] = screen.split('#')
  await openScreen(page, paths[path!] ?? path!)
  if (state === 'selected') {
    await row(page).focus()
    await page.keyboard.press('x')
  }
  // On a phone the record shows its résumé first.
  const history = page.getByRole('button', { name: 'History', exact: true })
  if (state === 'history' && (await history.isVisible())) await history.click()
  if (state === 'copy') await page.getByText('Copy of a position').click()
}

/** Each width and theme once, and each with each in a full run. */
const looks = (process.env.MUSTER_TEST_FULL ? [false, true] : [false]).flatMap((swapped) => [
  { width: 1440, dark: swapped, size: 'wide' },
  { width: 390, dark: !swapped, size: 'narrow' },
])

describe.each(looks)('at $width px, dark: $dark', ({ width, dark, size }) => {
  let visit: Visit
  /** The screen that is open, none after a failure. */
  let shown = ''

  beforeAll(async () => {
    visit = await muster.openSignedIn(user, { width, dark })
  })

  afterAll(() => visit?.leave())

  const here = floatings.filter(({ only }) => !only || only === size)

  it.each(here)(
    '$what is accessible, takes the focus, closes on Escape and gives the focus back',
    async (one) => {
      const before = shown
      shown = ''
      visit.complaints.length = 0
      if (one.screen !== before) await openFor(visit.page, one.screen)
      expect([...(await play(visit.page, one)), ...visit.complaints]).toEqual([])
      shown = one.screen
    },
  )
})
