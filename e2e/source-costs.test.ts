import { createApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let admin: TestUser
let visit: Visit

/** Two people from a fair are hired today. */
async function hireFromFair() {
  const position = await addPosition(muster.server.db, muster.workspaceId)
  for (const name of ['Ana Lima', 'Ben Moss']) {
    const { body } = await muster.server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name }, source: 'Spring fair' },
    })
    const { status } = await muster.server.call(moveApplications, {
      as: admin,
      params: { id: position.id },
      body: { applicationIds: [body.id], toStatusId: position.statuses.hired },
    })
    expect(status).toBe(200)
  }
}

beforeAll(async () => {
  muster = await startMuster()
  admin = await muster.addUser('admin', 'Ines Roth')
  await hireFromFair()
  visit = await muster.openSignedIn(admin)
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(visit.page, task.name))
})

afterAll(() => muster?.stop())

it('shows the cost per hire of a source as soon as its cost of a month is entered', async () => {
  const { page } = visit
  const now = new Date()
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  const name = lastMonth.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  await page.goto('/settings/profile')
  await page.getByRole('link', { name: 'Source costs' }).click()
  await page.getByRole('heading', { level: 1, name: 'Source costs' }).waitFor()
  if (lastMonth.getUTCFullYear() < now.getUTCFullYear())
    await page.getByRole('button', { name: 'Previous year' }).click()
  const field = page.getByRole('textbox', { name: `Spring fair, ${name}` })
  await field.fill('1240')
  await field.press('Enter')
  await page.getByRole('row').filter({ hasText: 'All sources' }).getByText('$1,240.00').first().waitFor()
  await page.goto('/analytics?view=sources&days=365')
  const report = page.getByRole('region', { name: 'Costs by source', exact: true })
  const perHire = report.getByRole('link', { name: 'Spring fair, Per hire in the period: $620.00 · of 2' })
  await perHire.click()
  await page.waitForURL(/\/applications\?/)
  await page
    .getByText(/^2 applications, /)
    .first()
    .waitFor()
})
