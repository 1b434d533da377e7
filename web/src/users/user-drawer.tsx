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
import { partLabels } from './user-words.ts'
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
  /** As the list has it, until they are read. */
  name: string | undefined
  part: UserPart
  onPart: (part: UserPart) => void
  onClose: () => void
  /** Closes it, with nothing left to save. */
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

/** A colleague beside the list: who they are, what they may do, where they are signed in, and what they did. */
export function UserDrawer(props: UserDrawerProps) {
  const { userId, name, part, onPart, onClose } = props
  const query = useQuery(endpointQuery(getUser, { params: { id: userId } }))
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(600px, 100vw)"
      title={query.data?.name ?? name ?? t`Colleague`}
    >
      <div className={classes.parts}>
        <ChoiceButtons
          label={t`What of them is shown`}
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
