import { createApplication, updateApplication } from '@muster/contract/applications.ts'
import { sendReminders } from '@muster/server/reminders/send-reminders.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let id: string

beforeAll(async () => {
  muster = await startMuster()
  const ines = await muster.addUser('recruiter', 'Ines Roth')
  const position = await addPosition(muster.server.db, muster.workspaceId)
  const made = await muster.server.call(createApplication, {
    as: ines,
    body: { positionId: position.id, candidate: { name: 'Ana Ortiz' }, ownerId: ines.id },
  })
  id = made.body.id
  const callbackAt = new Date(Date.now() - 60_000).toISOString()
  await muster.server.call(updateApplication, { as: ines, params: { id }, body: { callbackAt } })
  page = (await muster.openSignedIn(ines, { width: 390 })).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

describe('a reminder', () => {
  it('stands at the bell, and opens its application', async () => {
    await sendReminders(muster.server.services)
    await page.goto('/applications')
    await page.getByText('Ana Ortiz').first().waitFor()
    await page
      .getByRole('button', { name: /Notifications/ })
      .first()
      .click()
    await page.getByText('Callback due').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: /Ana Ortiz · Position/ }).click()
    await page.waitForURL(new RegExp(`/applications/${id}`))
  })

  it('always appears in Muster, and is mailed by choice', async () => {
    await page.goto('/settings/notifications')
    const bell = page.getByRole('checkbox', { name: 'Callbacks: in Muster' })
    await bell.waitFor()
    expect([await bell.isChecked(), await bell.isDisabled()]).toEqual([true, true])
    const mail = page.getByRole('checkbox', { name: 'Callbacks: email' })
    await mail.click()
    await page.reload()
    await mail.waitFor()
    expect(await mail.isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Overdue applications: email' }).isChecked()).toBe(false)
    expect(await violations(page)).toEqual([])
  })
})
