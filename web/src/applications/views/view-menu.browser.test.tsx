import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  orderSavedViews,
  personaliseSavedView,
  restoreSavedView,
  updateSavedView,
} from '@muster/contract/saved-views.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../../testing/server.ts'

const dialog = page.getByRole('dialog')
const name = dialog.getByRole('textbox', { name: 'Name' })
const save = dialog.getByRole('button', { name: 'Save', exact: true })
const tab = page.getByRole('link', { name: /^Night shifts/ })

/** Opens the list with a saved view of late applications, and other filters if given. */
async function openView({ edit = true, changed = false, isDefault = false } = {}) {
  const [view] = example(listSavedViews).items
  answer(listSavedViews, {
    items: [
      {
        ...view!,
        ...{ id: id(1), name: 'Night shifts', screen: 'applications', columns: [], seenAt: null },
        ...{ query: { late: 'true' }, shared: true, isDefault, can: { ...view!.can, edit } },
      },
      {
        ...view!,
        ...{ id: id(2), name: 'Callbacks', screen: 'applications', columns: [], seenAt: null },
        ...{ query: { callbackDue: 'true' }, isDefault: !isDefault },
      },
    ],
  })
  await openApp(`/applications?view=${id(1)}&late=true${changed ? '&neverContacted=true' : ''}`)
  await expect.element(tab.first()).toBeVisible()
}

async function choose(item: string) {
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('saving a view', () => {
  it('takes a name, and nothing is saved on Cancel', async () => {
    await openApp('/applications?late=true')
    await choose('Save view…')
    await name.fill('  ')
    await save.click()
    await expect.element(dialog.getByText('Enter a name')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(createSavedView)).toEqual([])
  })

  it('keeps the name that is refused, with why', async () => {
    answer(createSavedView, refuse('CONFLICT', 'A view with this name already exists'))
    await openApp('/applications?late=true')
    await choose('Save view…')
    await name.fill('Late ones')
    await save.click()
    await expect.element(page.getByText(/A view with this name already exists/).first()).toBeVisible()
    await expect.element(name).toHaveValue('Late ones')
    expect(callsOf(createSavedView)[0]?.body).toMatchObject({ query: { late: 'true' }, shared: false })
  })
})

describe('a saved view', () => {
  it('takes over the filters that were changed', async () => {
    await openView({ changed: true })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect
      .poll(() => callsOf(updateSavedView)[0]?.body)
      .toMatchObject({ query: { late: 'true', neverContacted: 'true' } })
  })

  it('of a colleague is saved as another view, and neither changed nor deleted', async () => {
    await openView({ edit: false, changed: true })
    await expect.element(page.getByRole('button', { name: 'Save as…' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Save changes' }).elements()).toEqual([])
    await page.getByRole('button', { name: 'View', exact: true }).click()
    for (const item of ['Save changes', 'Rename, share…', 'Delete view'])
      await expect.element(page.getByRole('menuitem', { name: item })).toBeDisabled()
  })

  it('that is renamed stays shared', async () => {
    await openView()
    await choose('Rename, share…')
    await expect.element(name).toHaveValue('Night shifts')
    await name.fill('Nights')
    await save.click()
    await expect.poll(() => callsOf(updateSavedView)[0]?.body).toMatchObject({ name: 'Nights', shared: true })
  })

  it('that is renamed stays the default', async () => {
    await openView({ isDefault: true })
    await choose('Rename, share…')
    await expect.element(name).toHaveValue('Night shifts')
    await name.fill('Nights')
    await save.click()
    await expect.poll(() => callsOf(updateSavedView)[0]?.body).toMatchObject({ isDefault: true })
  })

  it('that becomes the default is the only one, and not when that is refused', async () => {
    const check = page.getByRole('menuitemcheckbox', { name: 'Set as default' })
    const openMenu = () => page.getByRole('button', { name: 'View', exact: true }).click()
    await openView()
    answer(personaliseSavedView, refuse('UNAVAILABLE', 'The server is busy.'))
    await openMenu()
    await check.click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'View not changed: The server is busy.' }))
      .toBeVisible()
    await expect.element(check).not.toBeChecked()
    answer(personaliseSavedView, example(personaliseSavedView))
    await check.click()
    await expect.element(page.getByText(/^Night shifts is now your default view/)).toBeVisible()
    await page
      .getByRole('link', { name: /^Callbacks/ })
      .first()
      .click()
    await expect.poll(() => new URLSearchParams(location.search).get('view')).toBe(id(2))
    await openMenu()
    await expect.element(check).not.toBeChecked()
  })

  it('is where it was when another order is refused, with why', async () => {
    const views = () =>
      [...document.querySelectorAll('a[href*="view="]')].map((each) => each.textContent.slice(0, 5))
    await openView()
    await expect.poll(views).toEqual(['Night', 'Callb'])
    answer(orderSavedViews, refuse('UNAVAILABLE', 'The server is busy.'))
    await choose('Move right')
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Not moved: The server is busy.' }))
      .toBeVisible()
    await expect.poll(views).toEqual(['Night', 'Callb'])
  })

  it('that is deleted comes back by Undo', async () => {
    await openView()
    await choose('Delete view')
    await expect.poll(() => tab.elements()).toEqual([])
    expect(callsOf(deleteSavedView)).toHaveLength(1)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.element(tab.first()).toBeVisible()
    expect(callsOf(restoreSavedView)).toHaveLength(1)
  })

  it('stays when it could not be deleted, with why', async () => {
    answer(deleteSavedView, refuse('UNAVAILABLE', 'The server is busy.'))
    await openView()
    await choose('Delete view')
    await expect.element(page.getByText(/The server is busy/).first()).toBeVisible()
    await expect.element(tab.first()).toBeVisible()
  })
})
