import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Permission } from '@muster/contract/permissions.ts'

/** What each right of the contract lets a person do. */
export const permissionWords: Record<Permission, MessageDescriptor> = {
  'applications:read': msg`See applications, boards and activity`,
  'applications:write': msg`Create and edit applications, assign and tag them`,
  'applications:move': msg`Move applications between statuses`,
  'applications:close': msg`Close and reopen applications`,
  'applications:comment': msg`Comment on applications`,
  'applications:delete': msg`Delete and restore applications`,
  'applications:import': msg`Import applications from files`,
  'applications:export': msg`Export applications and the other lists they see`,
  'submissions:decide': msg`Approve or decline submitted candidates for a company`,
  'candidates:read': msg`See candidates`,
  'candidates:write': msg`Create, edit and delete candidates`,
  'contacts:read': msg`See people's phone numbers and e-mail addresses`,
  'contacts:export': msg`Have people's phone numbers and e-mail addresses in exports`,
  'companies:read': msg`See companies`,
  'companies:write': msg`Create, edit and delete companies`,
  'pipelines:read': msg`See pipelines`,
  'pipelines:write': msg`Create, edit and delete pipelines`,
  'positions:read': msg`See positions`,
  'positions:write': msg`Create, edit and delete positions and their statuses`,
  'calls:read': msg`See calls`,
  'calls:write': msg`Call people and log calls`,
  'agents:read': msg`See agents`,
  'agents:write': msg`Create, edit and pause agents`,
  'reports:read': msg`See the dashboard and analytics`,
  'reports:export': msg`Export reports`,
  'users:read': msg`See colleagues`,
  'users:manage': msg`Invite, edit and suspend users`,
  'workspace:manage': msg`Change workspace settings and reasons`,
  'plans:read': msg`See plans and current use`,
  'billing:manage': msg`Change the plan and pay invoices`,
  'platform:manage': msg`Run the installation`,
}
