import { getDailyActivity, getHiringSummary } from '@muster/contract/dashboard.ts'
import { listNotifications } from '@muster/contract/notifications.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { answerLater, example } from '../testing/server.ts'

it('the cards of the dashboard are as high while they load as afterwards', async () => {
  const answers = [listNotifications, getHiringSummary, getDailyActivity].map((endpoint) =>
    answerLater(endpoint, example(endpoint) as never),
  )
  await openApp('/dashboard')
  const placeOf = (name: string) =>
    Math.round(page.getByRole('region', { name }).element().getBoundingClientRect().bottom)
  const places = () => [placeOf('Key metrics'), placeOf('Daily activity')]
  const skeletons = () => document.querySelectorAll('[data-area] > [aria-hidden]').length

  await expect.poll(skeletons).toBe(2)
  const loading = places()
  for (const send of answers) send()
  await expect.poll(skeletons).toBe(0)
  expect(places()).toEqual(loading)
})
