import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { When } from '../ui/age.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './user-drawer.module.css'
import type { UserDetailsOf } from './user-labels.ts'

/** Lists what the user owns, with links: to be reassigned before deleting them. */
function Owns({ user, owns }: { user: UserDetailsOf; owns: NonNullable<UserDetailsOf['owns']> }) {
  const { applications, applicationsAtLeast, positions, agents, sharedViews } = owns
  const number = `${formatNumber(applications)}${applicationsAtLeast ? '+' : ''}`
  const nothing = applications + positions + agents + sharedViews === 0
  return (
    <>
      <dt>{t`Owner of`}</dt>
      <dd className={classes.owns}>
        {nothing && t`Nothing`}
        {applications > 0 && (
          <TextLink to="/applications" search={{ ownerId: [user.id], open: 'true' }}>
            {plural(applications, { one: '# open application', other: `${number} open applications` })}
          </TextLink>
        )}
        {positions > 0 && <span>{plural(positions, { one: '# position', other: '# positions' })}</span>}
        {agents > 0 && <span>{plural(agents, { one: '# agent', other: '# agents' })}</span>}
        {sharedViews > 0 && (
          <span>{plural(sharedViews, { one: '# shared view', other: '# shared views' })}</span>
        )}
      </dd>
    </>
  )
}

/** When a user was added and last active, and what they own. */
export function UserSummary({ user }: { user: UserDetailsOf }) {
  return (
    <DescriptionList>
      <dt>{t`Last active`}</dt>
      <dd>{user.lastSeenAt ? <When at={user.lastSeenAt} /> : <Trans>Never signed in</Trans>}</dd>
      <dt>{t`Joined`}</dt>
      <dd>{formatDay(user.createdAt)}</dd>
      {user.secondFactor !== null && (
        <>
          <dt>{t`2FA`}</dt>
          <dd>{user.secondFactor ? t`On` : t({ message: 'Off', context: 'second factor' })}</dd>
        </>
      )}
      {user.owns && <Owns user={user} owns={user.owns} />}
    </DescriptionList>
  )
}
