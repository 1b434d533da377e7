import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Permission } from '@muster/contract/permissions.ts'
import { permissionLabels } from '../texts/permission-labels.ts'

/** The areas of permissions by the first word of their key, in the order of the product. */
const areas: readonly { title: MessageDescriptor; of: readonly string[] }[] = [
  { title: msg`Applications`, of: ['applications', 'views', 'submissions'] },
  { title: msg`Candidates`, of: ['candidates', 'contacts', 'privacy'] },
  { title: msg`Positions and companies`, of: ['companies', 'pipelines', 'positions'] },
  { title: msg`Calls and agents`, of: ['calls', 'agents'] },
  { title: msg`Reports`, of: ['reports'] },
  { title: msg`Users and workspace`, of: ['users', 'workspace', 'custom-fields', 'integrations', 'audit'] },
  { title: msg`Plan and installation`, of: ['plans', 'billing', 'platform'] },
]

/** All permissions by area. */
export const permissionAreas = areas.map(({ title, of }) => ({
  title,
  permissions: (Object.keys(permissionLabels) as Permission[]).filter((permission) =>
    of.includes(permission.split(':')[0] ?? ''),
  ),
}))
