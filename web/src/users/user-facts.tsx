import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { When } from '../ui/age.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './user-drawer.module.css'
import type { UserDetailsOf } from './user-words.ts'

/** What hangs on a colleague, each leading there: to be known before they go. */
function Owns({ user, owns }: { user: UserDetailsOf; owns: NonNullable<UserDetailsOf['owns']> }) {
  const { applications, applicationsAtLeast, positions, agents, sharedViews } = owns
  const number = `${formatNumber(applications)}${applicationsAtLeast ? '+' : ''}`
  const nothing = applications + positions + agents + sharedViews === 0
  return (
    <>
      <dt>{t`Owns`}</dt>
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

/** When a colleague came, was here last, and what is theirs. */
export function UserFacts({ user }: { user: UserDetailsOf }) {
  return (
    <FactList>
      <dt>{t`Here last`}</dt>
      <dd>{user.lastSeenAt ? <When at={user.lastSeenAt} /> : <Trans>Not here yet</Trans>}</dd>
      <dt>{t`Since`}</dt>
      <dd>{formatDay(user.createdAt)}</dd>
      {user.secondFactor !== null && (
        <>
          <dt>{t`Second factor`}</dt>
          <dd>{user.secondFactor ? t`Set up` : t({ message: 'None', context: 'second factor' })}</dd>
        </>
      )}
      {user.owns && <Owns user={user} owns={user.owns} />}
    </FactList>
  )
}
