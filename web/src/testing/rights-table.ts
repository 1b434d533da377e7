import type { Permission, Role } from '@muster/contract/permissions.ts'
import { page } from 'vitest/browser'
import { exampleId } from './example.ts'

/** The permissions that an action needs, all of them, or a function for anything more complex. */
type Needs =
  | Permission
  | readonly Permission[]
  | ((role: Role, permissions: readonly Permission[]) => boolean)

export interface Screen {
  address: string
  /** The region of the actions. */
  within?: string
  /** The permission for the screen; others see why they may not open it. */
  needs?: Permission
  /** Selects the first row. */
  ticks?: boolean
  /** The actions that a permission hides, by their names without numbers. */
  actions: Record<string, Needs>
}

const staff = (role: Role) => role !== 'client_reviewer'
/** Who may not move a candidate decides for the company instead. */
const decides: Needs = (_role, permissions) =>
  permissions.includes('submissions:decide') && !permissions.includes('applications:move')

const ofStaff = (permission: Permission) => (role: Role, permissions: readonly Permission[]) =>
  staff(role) && permissions.includes(permission)

export const rightsTable: Record<string, Screen> = {
  navigation: {
    address: '/settings/profile',
    within: 'header nav',
    actions: {
      Dashboard: 'reports:read',
      // Clients have a header with their decisions and positions instead.
      Applications: ofStaff('applications:read'),
      Boards: ofStaff('positions:read'),
      Positions: 'positions:read',
      Candidates: 'candidates:read',
      Companies: ofStaff('companies:read'),
      'Agents and calls': 'agents:read',
      'Call queues': 'calls:write',
      Analytics: 'reports:read',
      Explore: 'reports:read',
      'Report dashboards': 'reports:read',
      Pipelines: 'pipelines:read',
      Imports: 'applications:import',
      Plans: 'plans:read',
      Installation: 'platform:manage',
    },
  },
  'the question to Explore': {
    address: '/explore',
    needs: 'reports:read',
    actions: {
      Export: 'reports:export',
      'Company any': 'companies:read',
      'Pipeline any': 'pipelines:read',
      'Call queue any': 'calls:write',
      'Voice campaign any': 'voice-campaigns:run',
    },
  },
  'the report dashboards': {
    address: '/report-dashboards',
    needs: 'reports:read',
    actions: { 'Add report dashboard': 'reports:read' },
  },
  'the filters of a report dashboard': {
    address: `/report-dashboards/${exampleId}`,
    needs: 'reports:read',
    actions: {
      'Company any': 'companies:read',
      'Pipeline any': 'pipelines:read',
      'Call queue any': 'calls:write',
      'Voice campaign any': 'voice-campaigns:run',
    },
  },
  'the list of applications': {
    address: '/applications',
    needs: 'applications:read',
    actions: {
      'Add application': 'applications:write',
      Import: 'applications:import',
      Export: 'applications:export',
    },
  },
  'ticked applications': {
    address: '/applications',
    within: '[data-bottom-bar]',
    needs: 'applications:read',
    ticks: true,
    actions: {
      'Move to…': 'applications:move',
      Assign: 'applications:write',
      Tag: 'applications:write',
      Callback: 'calls:write',
      'Close…': 'applications:close',
      Export: 'applications:export',
      'Delete…': 'applications:delete',
    },
  },
  'an application': {
    address: `/applications/${exampleId}`,
    needs: 'applications:read',
    actions: {
      'Log a call': 'calls:write',
      Move: 'applications:move',
      'Close…': 'applications:close',
      'Add to position': 'applications:write',
      'Change Location': 'candidates:write',
      'Approve…': decides,
      'Decline…': decides,
    },
  },
  'a board': {
    address: `/board/${exampleId}`,
    needs: 'applications:read',
    actions: {
      Add: 'applications:write',
      'Add application to Example name': 'applications:write',
      'Log a call with Example name': 'calls:write',
      'Undo move': 'applications:move',
      'Owner anyone': 'users:read',
      'Source any': staff,
    },
  },
  positions: {
    address: '/positions',
    needs: 'positions:read',
    actions: {
      'Create position': 'positions:write',
      Deleted: 'positions:write',
      'Company any': 'companies:read',
      'Owner anyone': 'users:read',
      Export: 'applications:export',
    },
  },
  'a position': {
    address: `/positions/${exampleId}`,
    needs: 'positions:read',
    actions: {
      Edit: 'positions:write',
      'More actions': 'positions:write',
      Change: 'positions:write',
    },
  },
  candidates: {
    address: '/candidates',
    needs: 'candidates:read',
    actions: {
      'Add candidate': 'candidates:write',
      Deleted: 'candidates:write',
      Export: 'applications:export',
    },
  },
  'a candidate': {
    address: `/candidates/${exampleId}`,
    needs: 'candidates:read',
    actions: {
      'Add to position': 'applications:write',
      'Replace résumé': 'applications:write',
      'Change Location': 'candidates:write',
      // Everybody may copy the link; confirmations.browser.test.tsx has the rest.
      'More actions': () => true,
      'Merge with Example name…': 'candidates:write',
      'Record consent': 'candidates:write',
    },
  },
  companies: {
    address: '/companies',
    needs: 'companies:read',
    actions: {
      'Add company': 'companies:write',
      Deleted: 'companies:write',
      Export: 'applications:export',
    },
  },
  'a company': {
    address: `/companies/${exampleId}`,
    needs: 'companies:read',
    actions: {
      'Create position': ['positions:read', 'positions:write'],
      'Change Website': 'companies:write',
      Rename: 'companies:write',
      Delete: 'companies:write',
    },
  },
  agents: {
    address: '/agents',
    needs: 'agents:read',
    actions: {
      'Add agent': 'agents:write',
      Deleted: 'agents:write',
      Pause: 'agents:write',
      Export: 'applications:export',
    },
  },
  'call queues': {
    address: '/call-queues',
    needs: 'calls:write',
    actions: {
      Wallboard: 'call-queues:manage',
      'Add queue': 'call-queues:manage',
      'Start calling: Example name': 'calls:write',
    },
  },
  wallboard: {
    address: '/call-queues/wallboard',
    needs: 'call-queues:manage',
    actions: { 'Call queues': 'calls:write' },
  },
  'voice campaigns': {
    address: '/voice-campaigns',
    needs: 'voice-campaigns:run',
    actions: { 'Add campaign': 'voice-campaigns:run' },
  },
  pipelines: {
    address: '/pipelines',
    needs: 'pipelines:read',
    actions: { 'Add pipeline': 'pipelines:write', 'Create position': 'positions:write' },
  },
  analytics: {
    address: '/analytics',
    needs: 'reports:read',
    actions: {
      'Export Hiring funnel': 'reports:export',
      'Company any': 'companies:read',
      'Position any': 'positions:read',
      'Owner anyone': 'users:read',
      'Agent any': 'agents:read',
    },
  },
  'goals and forecast': {
    address: '/analytics?view=goals',
    needs: 'reports:read',
    actions: { 'Add goal': 'goals:manage', 'Export Goals': 'reports:export' },
  },
  'the sections of the settings': {
    address: '/settings/profile',
    within: 'nav[aria-label="Settings sections"]',
    actions: {
      Pipelines: ofStaff('pipelines:read'),
      'Reasons for closing': ofStaff('applications:read'),
      'Calling hours': 'calls:write',
      Users: ofStaff('users:read'),
      Invitations: 'users:manage',
      'Roles and permissions': ofStaff('users:read'),
      'Voice providers': 'workspace:manage',
      'API keys': 'integrations:manage',
      'Outgoing webhooks': 'integrations:manage',
      'Audit log': 'audit:read',
      Privacy: 'privacy:manage',
    },
  },
  users: {
    address: '/settings/users',
    needs: 'users:read',
    actions: { Export: 'applications:export', 'Add user': 'users:manage' },
  },
  'reasons for closing': {
    address: '/settings/reasons',
    needs: 'applications:read',
    actions: { 'Add reason': 'workspace:manage' },
  },
  'calling hours': {
    address: '/settings/calling-hours',
    needs: 'calls:write',
    actions: { 'Add hours': 'workspace:manage' },
  },
  'source costs': {
    address: '/settings/source-costs',
    needs: 'workspace:manage',
    actions: { 'Add source': 'workspace:manage' },
  },
  'the workspace': {
    address: '/settings/workspace',
    actions: {
      'Setup checklist and sample data': 'workspace:manage',
      'Save workspace': 'workspace:manage',
    },
  },
}

/** Returns whether an action is shown. */
export function isOffered(needs: Needs, role: Role, permissions: readonly Permission[]): boolean {
  if (typeof needs === 'function') return needs(role, permissions)
  return [needs].flat().every((permission) => permissions.includes(permission))
}

/** Selects the first row if allowed. */
export async function tickFirstRow(): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'Select Example name' })
  const element = await box.findElement()
  // The list keeps its previous selection.
  if (element instanceof HTMLInputElement && !element.checked) await box.click()
}
