import type { Role } from '@muster/contract/permissions.ts'
import { expect, it } from 'vitest'
import { staffQuery } from './queries.ts'

it('a reviewer of a client is not offered as an owner', () => {
  const users = (['recruiter', 'client_reviewer', 'viewer'] as Role[]).map((role) => ({ id: role, role }))
  const { items } = staffQuery.select({ items: users } as Parameters<typeof staffQuery.select>[0])
  expect(items.map(({ id }) => id)).toEqual(['recruiter', 'viewer'])
})
