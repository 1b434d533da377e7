import { updateProfile } from '@muster/contract/own-account.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { getWorkspace, updateWorkspace } from '@muster/contract/workspace.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { readUser } from '../session/stored-session.ts'
import { openApp } from '../testing/open-app.tsx'
import { answerLater, callsOf, example } from '../testing/server.ts'

describe('a form that is being saved', () => {
  it('keeps what is typed meanwhile in the profile, as not saved yet', async () => {
    const saved = answerLater(updateProfile, { ...example(getCurrentUser), name: 'Kim B' })
    await openApp('/settings/profile')
    const name = page.getByLabelText('Name')
    await name.fill('Kim B')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect.poll(() => callsOf(updateProfile)).toHaveLength(1)
    await name.fill('Kim Berger')
    saved()
    await expect.element(page.getByText('Profile saved')).toBeVisible()
    await expect.element(name).toHaveValue('Kim Berger')
    await expect.element(page.getByRole('button', { name: 'Save profile' })).toBeEnabled()
  })

  it('shows what the server made of the rest', async () => {
    const saved = answerLater(updateWorkspace, { ...example(getWorkspace), name: 'North' })
    await openApp('/settings/workspace')
    const name = page.getByLabelText('Name', { exact: true })
    await name.fill(' North ')
    await page.getByRole('button', { name: 'Save workspace' }).click()
    await expect.poll(() => callsOf(updateWorkspace)).toHaveLength(1)
    saved()
    await expect.element(page.getByText('Workspace saved')).toBeVisible()
    await expect.element(name).toHaveValue('North')
  })

  it('names and counts by the saved workspace on every screen at once', async () => {
    const saved = { ...example(getWorkspace), name: 'North', timezone: 'Asia/Tokyo', defaultCountry: 'JP' }
    const send = answerLater(updateWorkspace, saved)
    await openApp('/settings/workspace')
    await page.getByLabelText('Name', { exact: true }).fill('North')
    await page.getByRole('button', { name: 'Save workspace' }).click()
    send()
    await expect.element(page.getByText('Workspace saved')).toBeVisible()
    expect(readUser()!.workspace).toMatchObject({
      name: 'North',
      timezone: 'Asia/Tokyo',
      defaultCountry: 'JP',
    })
  })
})
