import { isStaff } from '@muster/contract/client-access.ts'
import { effectivePermissions, type Permission, roleKeys } from '@muster/contract/permissions.ts'
import { listSavedViews } from '@muster/contract/saved-views.ts'
import { search } from '@muster/contract/search.ts'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStoredSession } from '../session/stored-session.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example } from '../testing/server.ts'
import { recentVisits, storeVisit } from './recent.ts'

/** What the box offers on a screen without commands of its own, and what it takes; null for everybody. */
const commands: Record<string, Permission | null> = {
  'Add application': 'applications:write',
  'Create position': 'positions:write',
  'Add candidate': 'candidates:write',
  'Add company': 'companies:write',
  'Add user': 'users:manage',
  'Add agent': 'agents:write',
  'Add goal': 'goals:manage',
  'Import applications': 'applications:import',
  Dashboard: 'reports:read',
  Applications: 'applications:read',
  Boards: 'positions:read',
  Positions: 'positions:read',
  Candidates: 'candidates:read',
  Companies: 'companies:read',
  'Agents and calls': 'agents:read',
  'Call queues': 'calls:write',
  'Goals and forecast': 'reports:read',
  Wallboard: 'call-queues:manage',
  'Voice campaigns': 'voice-campaigns:run',
  Analytics: 'reports:read',
  Explore: 'reports:read',
  'Report dashboards': 'reports:read',
  Pipelines: 'pipelines:read',
  Imports: 'applications:import',
  Plans: 'plans:read',
  Installation: 'platform:manage',
  Settings: null,
}

const offered = (group: string) =>
  [...document.querySelectorAll(`[role="group"][aria-label="${group}"] [role="option"]`)].map((option) =>
    (option.textContent ?? '').trim(),
  )

it.each(roleKeys.filter(isStaff))(
  'the commands box offers a %s what their permissions say, and nothing else',
  async (role) => {
    const permissions = effectivePermissions(role, [], [])
    signInAs(role)
    await openApp('/settings/profile')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('combobox', { name: 'Search or type a command' })).toBeVisible()
    const expected = Object.entries(commands)
      .filter(([, needs]) => needs === null || permissions.includes(needs))
      .map(([label]) => label)
    await expect.poll(() => [...offered('Create'), ...offered('Go to')].sort()).toEqual(expected.sort())
  },
)

it('the commands box does not open for the reviewers of a client', async () => {
  signInAs('client_reviewer')
  await openApp('/settings/profile')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(page.getByRole('dialog').elements()).toEqual([])
})

it('the commands box lists a person once: by the application, not again as a candidate or as a recent page', async () => {
  const [found] = example(search).applications
  const application = { ...found!, id: id(71), candidateId: id(72), candidateName: 'Ana Ortiz' }
  const candidate = { id: id(72), name: 'Ana Ortiz', email: null, phone: null }
  answer(search, {
    applications: [application],
    candidates: [candidate, { ...candidate, id: id(73), name: 'Ana Other' }],
    positions: [],
    companies: [],
  })
  await openApp('/settings/profile')
  storeVisit(`/candidates/${id(72)}`, 'Ana Ortiz')
  storeVisit(`/candidates/${id(73)}`, 'Ana Other')
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = page.getByRole('combobox', { name: 'Search or type a command' })
  await expect.element(box).toBeVisible()
  await expect.poll(() => offered('Recent').length).toBe(2)
  await box.fill('ana')
  await expect.poll(() => offered('Applications').length).toBe(1)
  const all = [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent ?? '')
  expect(all.filter((text) => text.startsWith('Ana Ortiz'))).toHaveLength(1)
  expect(all.filter((text) => text.startsWith('Ana Other'))).toHaveLength(1)
})

it('the commands box opens goals and the form of a new one, which takes both permissions', async () => {
  await openBox()
  await page.getByRole('option', { name: 'Add goal' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Add goal' })).toBeVisible()
  await expect
    .poll(() => Object.fromEntries(new URL(location.href).searchParams))
    .toEqual({ view: 'goals', add: 'true' })
  await page.getByRole('dialog', { name: 'Add goal' }).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => new URL(location.href).searchParams.has('add')).toBe(false)
  signInAs('viewer', ['goals:manage'])
  await openBox()
  expect(offered('Create')).not.toContain('Add goal')
  expect(offered('Go to')).not.toContain('Goals and forecast')
})

it('the commands box finds the sections of the settings that the user may open, once something is typed', async () => {
  const box = page.getByRole('combobox', { name: 'Search or type a command' })
  await openBox()
  expect(offered('Settings')).toEqual([])
  await box.fill('privacy')
  await expect.poll(() => offered('Settings')).toEqual(['Privacy'])
  await box.fill('custom fields')
  await expect.poll(() => offered('Settings')).toEqual(['Custom fieldsWorkspace'])
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Custom fields/ })
    .click()
  await expect.poll(() => location.pathname).toBe('/settings/fields')
  signInAs('viewer')
  await openBox()
  await box.fill('custom fields')
  await expect.poll(() => offered('Settings')).toEqual([])
  await box.fill('password')
  await expect.poll(() => offered('Settings')).toEqual(['Password and 2FAMy account'])
})

it('the commands box opens a saved view', async () => {
  const [view] = example(listSavedViews).items
  answer(listSavedViews, { ...example(listSavedViews), items: [{ ...view!, name: 'Night shifts' }] })
  await openApp('/settings/profile')
  expect(page.getByRole('link', { name: 'Night shifts' }).elements()).toEqual([])
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Search or type a command' }).fill('night')
  await page.getByRole('option', { name: 'Night shifts' }).click()
  await expect.poll(() => new URL(location.href).searchParams.get('view')).toBe(view!.id)
})

async function openBox(address = '/settings/profile') {
  await openApp(address)
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = page.getByRole('combobox', { name: 'Search or type a command' })
  await expect.element(box).toBeVisible()
  return box
}

const selected = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent

it('the commands box keeps the last entry selected when one pages beyond it', async () => {
  await openBox()
  await userEvent.keyboard('{ArrowUp}')
  const last = selected()
  expect(last).toBe('Sign out')
  await userEvent.keyboard('{PageDown}{PageDown}')
  expect(selected()).toBe(last)
  await userEvent.keyboard('{ArrowUp}')
  expect(selected()).not.toBe(last)
})

it('the commands box asks for no search whoever may not see applications', async () => {
  signInAs('viewer', ['candidates:read'])
  const box = await openBox()
  await box.fill('ana')
  await expect.element(page.getByText(/^No results for/)).toBeVisible()
  expect(callsOf(search)).toEqual([])
})

it('the commands box says that it searches until the results are those of the text', async () => {
  answer(search, { applications: [], candidates: [], positions: [], companies: [] })
  const box = await openBox()
  await box.fill('qqq')
  await expect.element(page.getByText(/^No results for “qqq”/)).toBeVisible()
  const come = answerLater(search, { applications: [], candidates: [], positions: [], companies: [] })
  await box.fill('qqqq')
  expect(page.getByText(/^No results for/).elements()).toEqual([])
  come()
  await expect.element(page.getByText(/^No results for “qqqq”/)).toBeVisible()
})

it('the commands box opens an entry in a new tab on Ctrl+Enter', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const box = await openBox()
  await box.fill('companies')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(opened).toHaveBeenCalledWith('/companies', '_blank', 'noopener')
  expect(location.pathname).toBe('/settings/profile')
  opened.mockRestore()
})

it('the commands box lists nothing that another user viewed on this device', async () => {
  const user = signInAs('admin')
  await openApp('/settings/profile')
  storeVisit(`/candidates/${id(72)}`, 'Ana Ortiz')
  localStorage.setItem('recent', localStorage.getItem('recent')!.replace(user.id, id(9)))
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => offered('Go to').length).toBeGreaterThan(0)
  expect(offered('Recent')).toEqual([])
})

it('the commands box leaves Enter to an input method that composes a character', async () => {
  const box = await openBox()
  await box.fill('companies')
  await expect.poll(() => offered('Go to')).toContain('Companies')
  const composing = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
  box.element().dispatchEvent(new KeyboardEvent('keydown', composing))
  await expect.element(box).toBeVisible()
  expect(location.pathname).toBe('/settings/profile')
})

it('a device keeps the last eight pages of a user, and none after the sign-out', async () => {
  signInAs('admin')
  for (let n = 1; n <= 9; n += 1) storeVisit(`/candidates/${id(n)}`, `Person ${n}`)
  expect(recentVisits().map(({ title }) => title)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Person ${n}`))
  clearStoredSession()
  expect(localStorage.getItem('recent')).toBeNull()
})

it('the commands box finds measures by their words, and opens Explore with the chosen one', async () => {
  signInAs('recruiter')
  await openApp('/settings/profile')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox', { name: 'Search or type a command' })).toBeVisible()
  expect(offered('Measures')).toEqual([])
  await userEvent.keyboard('hires')
  await expect.poll(() => offered('Measures')).toContain('Explore: Hires')
  await page.getByRole('option', { name: 'Explore: Hires' }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/explore?measure=hired')
})

it('the commands box offers no measures to those who may not see reports', async () => {
  signInAs('coordinator')
  await openApp('/settings/profile')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox', { name: 'Search or type a command' })).toBeVisible()
  await userEvent.keyboard('settings')
  await expect.poll(() => offered('Settings').length).toBeGreaterThan(0)
  await userEvent.fill(page.getByRole('combobox', { name: 'Search or type a command' }), 'hires')
  await expect.poll(() => offered('Settings')).toEqual([])
  expect(offered('Measures')).toEqual([])
})
