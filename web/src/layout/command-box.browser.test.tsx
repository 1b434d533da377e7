import { effectivePermissions, type Permission, roleKeys } from '@muster/contract/permissions.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, signInAs } from '../testing/open-app.tsx'

/** What the box offers on a screen without commands of its own, and what it takes; null for everybody. */
const commands: Record<string, Permission | null> = {
  'Add application': 'applications:write',
  'Create position': 'positions:write',
  'Add candidate': 'candidates:write',
  'Add company': 'companies:write',
  'Import applications': 'applications:import',
  Dashboard: 'reports:read',
  Applications: 'applications:read',
  Boards: 'positions:read',
  Positions: 'positions:read',
  Candidates: 'candidates:read',
  Companies: 'companies:read',
  'Agents and calls': 'agents:read',
  Analytics: 'reports:read',
  Pipelines: 'pipelines:read',
  Imports: 'applications:import',
  Plans: 'plans:read',
  Installation: 'platform:manage',
  Settings: null,
}

const offered = (group: string) =>
  [...document.querySelectorAll(`[role="group"][aria-label="${group}"] [role="option"]`)].map((option) =>
    (option.textContent ?? '').trim(),
  )

it.each(roleKeys)(
  'the commands box offers a %s what their permissions say, and nothing else',
  async (role) => {
    const permissions = effectivePermissions(role, [], [])
    signInAs(role)
    await openApp('/settings/profile')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('combobox', { name: 'Search or type a command' })).toBeVisible()
    const expected = Object.entries(commands)
      .filter(([, needs]) => needs === null || permissions.includes(needs))
      .map(([label]) => label)
    await expect.poll(() => [...offered('Create'), ...offered('Go to')].sort()).toEqual(expected.sort())
  },
)
