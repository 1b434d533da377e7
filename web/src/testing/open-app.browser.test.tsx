import { getApplication } from '@muster/contract/applications.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { router } from '../router.tsx'
import { exampleId } from './example.ts'
import { openApp } from './open-app.tsx'
import { answerLater, callsOf, example } from './server.ts'

it('opens a screen that the app before had begun to load', async () => {
  const respond = answerLater(getApplication, example(getApplication))
  await openApp('/candidates')
  void router.preloadRoute({ to: '/applications/$id', params: { id: exampleId } })
  await expect.poll(() => callsOf(getApplication)).toHaveLength(1)
  const opened = openApp(`/applications/${exampleId}`)
  respond()
  await opened
  await expect.element(page.getByRole('region', { name: 'Contact' })).toBeVisible()
})
