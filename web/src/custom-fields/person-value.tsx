import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'
import { colleaguesQuery } from '../applications/queries.ts'
import { usePermission } from '../session/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import classes from './custom-fields.module.css'

/** Returns the name of a user as far as it is loaded. */
export function knownUserName(id: string): string | null {
  const users = queryClient.getQueryData(colleaguesQuery.queryKey)?.items
  return users?.find((user) => user.id === id)?.name ?? null
}

/** The active users; none for those who may not see them. */
export function useColleagues() {
  const mayReadUsers = usePermission('users:read')
  return useQuery({ ...colleaguesQuery, enabled: mayReadUsers })
}

/** A user, by picture and name. */
export function PersonValue({ id }: { id: string }) {
  const { data, isPending } = useColleagues()
  const name = data?.items.find((user) => user.id === id)?.name
  if (!name) return isPending ? '…' : t`Inactive user`
  return (
    <span className={classes.person}>
      <Avatar name={name} userId={id} size={18} decorative />
      {name}
    </span>
  )
}
