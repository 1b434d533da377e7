import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Avatar } from '../ui/avatar.tsx'
import classes from './lookers.module.css'
import { type Subject, useLookers } from './use-lookers.ts'

const mostShown = 4

/** Who else looks at the same thing right now, for the top bar of its page. */
export function Lookers({ subject }: { subject: Subject }) {
  const others = useLookers(subject)
  if (others.length === 0) return null
  const shown = others.length > mostShown ? others.slice(0, mostShown - 1) : others
  const rest = others
    .slice(shown.length)
    .map((user) => user.name)
    .join(', ')
  return (
    <div className={classes.lookers}>
      <ul className={classes.people} aria-label={t`Also here`}>
        {shown.map(({ id, name }) => (
          <li key={id} className={classes.looker}>
            <Avatar name={name} userId={id} />
          </li>
        ))}
        {rest && (
          <li className={classes.rest} title={rest}>
            +{others.length - shown.length}
          </li>
        )}
      </ul>
      <span className={classes.text} aria-hidden>
        <Trans>also here</Trans>
      </span>
    </div>
  )
}
