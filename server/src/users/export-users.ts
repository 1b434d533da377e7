import type { Role } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { inCurrentLanguage, t, translate } from '#texts'
import { text, time } from '../exports/export-column.ts'
import { exportList } from '../exports/export-list.ts'
import { roleName } from '../texts/role-name.ts'
import { findUsers, userOrders } from './list-users.ts'

const the = (column: string) => sql.ref(`list.${column}`)

const statuses: Record<string, string> = { active: /*i18n*/ 'Active', suspended: /*i18n*/ 'Suspended' }

export const exportUsers = exportList(
  contract.exportUsers,
  { sees: 'users:read', what: 'users' },
  ({ tx, actor, query }) => ({
    name: t`Users`,
    columns: {
      name: text(t`Name`, the('name'), { width: 26 }),
      email: text(t`Email`, the('email'), { width: 30, contact: true }),
      role: text(t`Role`, the('role'), {
        format: inCurrentLanguage((role: string) => roleName(role as Role)),
      }),
      status: text(t`Status`, the('status'), {
        format: inCurrentLanguage((status: string) => translate(statuses[status]!)),
      }),
      company: text(t`Company`, the('company_name'), { width: 26 }),
      lastSeen: time(t`Last active`, the('last_seen_at')),
      created: time(t`Created`, the('created_at')),
      id: text(t`ID`, the('id'), { width: 38 }),
    },
    rows: findUsers(tx, actor, query),
    idColumn: 'users.id',
    order: userOrders[query.sort],
  }),
)
