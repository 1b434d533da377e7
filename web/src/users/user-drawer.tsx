import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import { getUser } from '@muster/contract/manage-users.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { PartSkeleton } from './part-skeleton.tsx'
import { UserDetails } from './user-details.tsx'
import classes from './user-drawer.module.css'
import { partLabels } from './user-labels.ts'
import { type UserPart, userParts } from './users-search.ts'

const UserRights = lazy(() => import('./user-rights.tsx').then((module) => ({ default: module.UserRights })))
const UserSessions = lazy(() =>
  import('./user-sessions.tsx').then((module) => ({ default: module.UserSessions })),
)
const UserActivity = lazy(() =>
  import('./user-activity.tsx').then((module) => ({ default: module.UserActivity })),
)

interface UserDrawerProps {
  userId: string
  /** The name from the list, until the user is loaded. */
  name: string | undefined
  part: UserPart
  onPart: (part: UserPart) => void
  onClose: () => void
  /** Closes the drawer after saving. */
  onDone: () => void
}

function Part({ userId, part, onDone }: Pick<UserDrawerProps, 'userId' | 'part' | 'onDone'>) {
  const query = useQuery(endpointQuery(getUser, { params: { id: userId } }))
  if (part === 'rights') return <UserRights userId={userId} />
  if (part === 'sessions') return <UserSessions userId={userId} user={query.data} />
  if (part === 'activity') return <UserActivity userId={userId} />
  if (query.data) return <UserDetails user={query.data} onDone={onDone} />
  if (query.error) return <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  return <PartSkeleton />
}

/** The drawer of a user: details, permissions, sessions and activity. */
export function UserDrawer(props: UserDrawerProps) {
  const { userId, name, part, onPart, onClose } = props
  const query = useQuery(endpointQuery(getUser, { params: { id: userId } }))
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(600px, 100vw)"
      title={query.data?.name ?? name ?? t`User`}
    >
      <div className={classes.parts}>
        <ChoiceButtons
          label={t`User sections`}
          choices={userParts.map((value) => ({ value, label: t(partLabels[value]) }))}
          chosen={part}
          onChoose={onPart}
        />
      </div>
      <Suspense fallback={<PartSkeleton />}>
        <Part {...props} />
      </Suspense>
    </Drawer>
  )
}
