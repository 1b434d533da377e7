import { type Permission, permissionKeys } from '@muster/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { router } from '../router.tsx'
import { exampleId } from '../testing/example.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'

/** Which permission opens each screen; null for those of everybody who is signed in. */
const screens: Record<string, Permission | null> = {
  '/': null,
  // Without reports, applications are the start.
  '/dashboard': null,
  '/start': 'workspace:manage',
  '/analytics': 'reports:read',
  '/explore': 'reports:read',
  '/report-dashboards': 'reports:read',
  '/report-dashboards/$id': 'reports:read',
  '/applications': 'applications:read',
  '/applications/create': 'applications:write',
  '/applications/$id': 'applications:read',
  '/board/$id': 'applications:read',
  '/positions': 'positions:read',
  '/positions/create': 'positions:write',
  '/positions/$id': 'positions:read',
  '/positions/$id/edit': 'positions:write',
  '/candidates': 'candidates:read',
  '/candidates/$id': 'candidates:read',
  '/companies': 'companies:read',
  '/companies/$id': 'companies:read',
  '/reviews': 'submissions:decide',
  '/reviews/decided': 'submissions:decide',
  '/reviews/positions': 'submissions:decide',
  '/pipelines': 'pipelines:read',
  '/imports': 'applications:import',
  '/imports/new': 'applications:import',
  '/agents': 'agents:read',
  '/call-queues': 'calls:write',
  '/call-queues/$id': 'calls:write',
  '/call-queues/wallboard': 'call-queues:manage',
  '/voice-campaigns': 'voice-campaigns:run',
  '/voice-campaigns/$id': 'voice-campaigns:run',
  '/plans': 'plans:read',
  '/settings': null,
  '/settings/profile': null,
  '/settings/password': null,
  '/settings/sessions': null,
  '/settings/notifications': null,
  '/settings/appearance': null,
  '/settings/activity': null,
  '/settings/workspace': null,
  '/settings/pipelines': 'pipelines:read',
  '/settings/fields': 'custom-fields:manage',
  '/settings/reasons': 'applications:read',
  '/settings/calling-hours': 'calls:write',
  '/settings/source-costs': 'workspace:manage',
  '/settings/users': 'users:read',
  '/settings/invitations': 'users:manage',
  '/settings/roles': 'users:read',
  '/settings/voice': 'workspace:manage',
  '/settings/api-keys': 'integrations:manage',
  '/settings/webhooks': 'integrations:manage',
  '/settings/audit': 'audit:read',
  '/settings/privacy': 'privacy:manage',
  '/admin': 'platform:manage',
  '/admin/workspaces': 'platform:manage',
  '/admin/users': 'platform:manage',
  '/admin/jobs': 'platform:manage',
  '/admin/mails': 'platform:manage',
  '/admin/health': 'platform:manage',
  '/admin/audit': 'platform:manage',
  '/admin/plans': 'platform:manage',
}

const refused = "You don't have access to this page"
const shown = () => document.querySelector('main')?.textContent ?? ''

it('names what opens each screen, and no other', () => {
  expect(Object.keys(router.routesByPath).sort()).toEqual(Object.keys(screens).sort())
})

describe('somebody who lacks the permission of a screen', () => {
  const guarded = Object.entries(screens).filter(([, permission]) => permission !== null)

  it.each(guarded)('is refused %s, which needs %s', async (path, permission) => {
    signInAs(
      'owner',
      permissionKeys.filter((key) => key !== permission),
    )
    await openApp(path.replace('$id', exampleId))
    await expect.poll(shown).toContain(refused)
  })

  it('starts with applications where they may not see reports', async () => {
    signInAs(
      'owner',
      permissionKeys.filter((key) => key !== 'reports:read'),
    )
    await openApp('/dashboard')
    await expect.poll(() => router.state.location.pathname).toBe('/applications')
  })

  it('starts with the decisions as a reviewer of a client', async () => {
    signInAs('client_reviewer')
    await openApp('/dashboard')
    await expect.poll(() => router.state.location.pathname).toBe('/reviews')
    expect(document.body.textContent).not.toContain("agency's staff")
  })

  it.each(['/applications?open=true', `/board/${id(1)}`, '/candidates', '/companies', '/settings/users'])(
    "leads a client's reviewer from %s to their decisions",
    async (address) => {
      signInAs('client_reviewer')
      await openApp(address)
      await expect.poll(() => router.state.location.pathname).toBe('/reviews')
    },
  )

  it("leads a client's reviewer from an application to the same person's review", async () => {
    signInAs('client_reviewer')
    await openApp(`/applications/${id(101)}`)
    await expect.poll(() => router.state.location.pathname).toBe('/reviews')
    expect(router.state.location.search).toEqual({ person: id(101) })
  })

  it("keeps a client's reviewer on their own settings, and shows what is no page as such", async () => {
    signInAs('client_reviewer')
    await openApp('/settings/notifications')
    await expect.element(page.getByRole('navigation', { name: 'Settings sections' })).toBeVisible()
    expect(document.body.textContent).not.toContain('Custom fields')
    expect(router.state.location.pathname).toBe('/settings/notifications')
    await openApp('/nowhere')
    expect(router.state.location.pathname).toBe('/nowhere')
  })
})
