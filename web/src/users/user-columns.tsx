import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { roleNames } from '../texts/contract-labels.ts'
import { When } from '../ui/age.tsx'
import { Avatar } from '../ui/avatar.tsx'
import type { Column } from '../ui/column.ts'
import { deletedColumns } from '../ui/deleted-columns.tsx'
import { formatDay } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { restoreAll } from './user-actions.ts'
import { type Colleague, userStatusLabels } from './user-labels.ts'
import classes from './users.module.css'

function Name({ user, opens }: { user: Colleague; opens: boolean }) {
  return (
    <span className={classes.name}>
      <Avatar name={user.name} userId={user.id} decorative size={28} />
      <span className={classes.who}>
        {opens ? (
          <TextLink
            from="/settings/users"
            to="/settings/users"
            search={(now) => ({ ...now, user: user.id, part: undefined })}
            className={classes.link}
            title={user.name}
          >
            {user.name}
          </TextLink>
        ) : (
          <strong className={classes.link}>{user.name}</strong>
        )}
        <span className={classes.caption}>{user.email}</span>
      </span>
    </span>
  )
}

/** The number of permissions granted and revoked individually: +2 −1. */
function Overrides({ user }: { user: Colleague }) {
  const { granted, revoked } = user.overrides
  if (granted + revoked === 0) return null
  return (
    <span
      className={classes.overrides}
      role="img"
      title={t`Custom permissions: ${granted} granted, ${revoked} removed`}
      aria-label={t`Custom permissions: ${granted} granted, ${revoked} removed`}
    >
      {granted > 0 && `+${granted}`} {revoked > 0 && `−${revoked}`}
    </span>
  )
}

function RoleOf({ user }: { user: Colleague }) {
  return (
    <span className={classes.role}>
      <span className={classes.cut}>
        {t(roleNames[user.role])}
        {user.company && <span className={classes.faint}> · {user.company.name}</span>}
      </span>
      <Overrides user={user} />
    </span>
  )
}

function Status({ user }: { user: Colleague }) {
  if (user.status === 'active' && !user.emailConfirmed)
    return (
      <Badge
        variant="light"
        color="orange"
        size="sm"
        title={t`This user cannot sign in before opening the confirmation link`}
      >
        <Trans>Email not confirmed</Trans>
      </Badge>
    )
  if (user.status === 'active') return <span className={classes.faint}>{t(userStatusLabels.active)}</span>
  return (
    <Badge variant="light" color="orange" size="sm">
      {t(userStatusLabels.suspended)}
    </Badge>
  )
}

function LastSeen({ user }: { user: Colleague }) {
  if (!user.lastSeenAt)
    return (
      <span className={classes.faint}>
        <Trans>Never signed in</Trans>
      </span>
    )
  return <When at={user.lastSeenAt} />
}

function RestoreUser({ user }: { user: Colleague }) {
  return (
    <Button
      size="xs"
      variant="default"
      disabled={!user.can.restore}
      title={user.whyNot.restore}
      onClick={() => void restoreAll([user])}
    >
      <Trans>Restore</Trans>
    </Button>
  )
}

/** Returns the columns of the list. Deleted users have only the identifying columns and Restore. */
export function userColumns({
  deleted,
  opens,
}: {
  deleted: boolean
  /** Whether the user may open single users. */
  opens: boolean
}): Column<Colleague>[] {
  const name: Column<Colleague> = {
    id: 'name',
    header: t`Name`,
    width: 'minmax(180px, 2fr)',
    sort: 'name',
    cell: (user) => <Name user={user} opens={opens && !deleted} />,
  }
  const role: Column<Colleague> = {
    id: 'role',
    header: t`Role`,
    width: 'minmax(132px, 1.2fr)',
    sort: 'role',
    cell: (user) => <RoleOf user={user} />,
  }
  if (deleted) return [name, role, ...deletedColumns((user: Colleague) => <RestoreUser user={user} />)]
  return [
    name,
    role,
    { id: 'status', header: t`Status`, width: '176px', cell: (user) => <Status user={user} /> },
    {
      id: 'lastSeen',
      header: t`Last active`,
      width: 'minmax(112px, 1fr)',
      sort: '-lastSeen',
      cell: (user) => <LastSeen user={user} />,
    },
    {
      id: 'created',
      header: t`Joined`,
      width: '104px',
      sort: '-createdAt',
      from: 'lg',
      cell: ({ createdAt }) => formatDay(createdAt),
    },
  ]
}

/** A user on a narrow screen. */
export function UserCard({ user, opens }: { user: Colleague; opens: boolean }) {
  return (
    <div className={classes.card}>
      <Name user={user} opens={opens && !user.deletedAt} />
      {user.deletedAt ? (
        <RestoreUser user={user} />
      ) : (
        <span className={classes.cardFacts}>
          <span className={classes.cut}>{t(roleNames[user.role])}</span>
          {user.status === 'suspended' || !user.emailConfirmed ? (
            <Status user={user} />
          ) : (
            <span className={classes.caption}>
              <LastSeen user={user} />
            </span>
          )}
        </span>
      )}
    </div>
  )
}
