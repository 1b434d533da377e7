import { exportCompanies } from '@muster/contract/companies.ts'
import { effectivePermissions } from '@muster/contract/permissions.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { callsOf } from '../testing/server.ts'

const box = page.getByRole('combobox', { name: 'Search or type a command' })

async function typeCommand(text: string) {
  await openApp('/companies')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await box.fill(text)
}

it('the command box exports the list of the screen', async () => {
  signInAs('owner')
  await typeCommand('export')
  await page.getByRole('option', { name: 'Export as CSV' }).click()
  await expect.poll(() => callsOf(exportCompanies).map(({ query }) => query.format)).toEqual(['csv'])
})

it('the command box offers no export to those who may not export', async () => {
  const all = effectivePermissions('recruiter', [], [])
  signInAs(
    'recruiter',
    all.filter((permission) => permission !== 'applications:export'),
  )
  await typeCommand('companies')
  await expect.element(page.getByRole('option', { name: 'Companies' }).first()).toBeVisible()
  await box.fill('export as')
  await expect.poll(() => page.getByRole('option', { name: /^Export as/ }).elements()).toEqual([])
})
