import { createReportSchedule } from '@muster/contract/report-schedules.ts'
import { createSavedReport } from '@muster/contract/saved-reports.ts'
import { subscriptionToken } from '@muster/server/report-schedules/subscription-token.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { type Muster, startMuster } from './start-muster.ts'

let muster: Muster

beforeAll(async () => {
  muster = await startMuster()
})

afterAll(() => muster?.stop())

it('an emailed report is unsubscribed from with one click, without signing in, and subscribed to again', async () => {
  const admin = await muster.addUser('admin', 'Ines Roth')
  const { server, workspaceId } = muster
  const report = await server.call(createSavedReport, {
    as: admin,
    body: { name: 'Hires by source', query: { measure: 'hired', by: ['source'] } },
  })
  const schedule = await server.call(createReportSchedule, {
    as: admin,
    body: {
      reportId: report.body.id,
      frequency: 'daily',
      hour: 8,
      timezone: 'UTC',
      recipientIds: [admin.id],
    },
  })
  const scheduleId = schedule.body.id
  const token = await subscriptionToken(server.db, { workspaceId, scheduleId, userId: admin.id })
  const isUnsubscribed = async () => {
    const row = await server.db
      .selectFrom('report_recipients')
      .where('schedule_id', '=', scheduleId)
      .select('unsubscribed_at')
      .executeTakeFirstOrThrow()
    return row.unsubscribed_at !== null
  }
  const { page } = await muster.open()
  await page.goto(`/auth/unsubscribe#token=${token}`)
  await page.getByRole('heading', { name: 'Unsubscribed', exact: true }).waitFor()
  expect(await isUnsubscribed()).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await page.getByRole('heading', { name: 'Subscribed again' }).waitFor()
  expect(await isUnsubscribed()).toBe(false)
  await page.goto('/auth/login')
  await page.goto('/auth/unsubscribe#token=nonsense')
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
})
