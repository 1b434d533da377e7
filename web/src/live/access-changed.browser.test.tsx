import { effectivePermissions } from '@muster/contract/permissions.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf } from '../testing/server.ts'
import { receive } from './live-events.ts'
import { refreshOnEvents } from './refresh-on-events.ts'

it('permissions that were taken away take their buttons with them', async () => {
  const user = signInAs('recruiter')
  const stop = refreshOnEvents()
  await openApp('/applications')
  const add = page.getByRole('link', { name: 'Add application' })
  await expect.element(add.first()).toBeVisible()
  answer(getCurrentUser, { ...user, role: 'viewer', permissions: effectivePermissions('viewer', [], []) })
  const asked = callsOf(getCurrentUser).length
  receive({
    event: { kind: 'access-changed', userIds: [user.id], sessionIds: null, actorId: null },
    id: '1',
  })
  await expect.poll(() => callsOf(getCurrentUser).length).toBeGreaterThan(asked)
  await expect.poll(() => add.elements()).toEqual([])
  stop()
})
