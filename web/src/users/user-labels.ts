import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { getUser } from '@muster/contract/manage-users.ts'
import type { listUsers } from '@muster/contract/users.ts'
import type { RowOf } from '../api/query.ts'
import type { Seen, UserPart } from './users-search.ts'

export type Colleague = RowOf<typeof listUsers>
export type UserDetailsOf = ResponseOf<typeof getUser>

export const userStatusLabels: Record<Colleague['status'], MessageDescriptor> = {
  active: msg({ message: 'Active', context: 'state of a colleague' }),
  suspended: msg({ message: 'Suspended', context: 'state of a colleague' }),
}

export const seenLabels: Record<Seen, MessageDescriptor> = {
  week: msg`in the last 7 days`,
  'not-month': msg`not in the last 30 days`,
  'not-quarter': msg`not in the last 90 days`,
  never: msg`never`,
}

export const partLabels: Record<UserPart, MessageDescriptor> = {
  details: msg`Details`,
  rights: msg`Permissions`,
  sessions: msg`Sessions`,
  activity: msg`Activity`,
}

export function colleaguesText(count: number): string {
  return plural(count, { one: '# user', other: '# users' })
}
