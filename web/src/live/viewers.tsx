import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Avatar } from '../ui/avatar.tsx'
import { useViewers, type ViewedRecord } from './use-viewers.ts'
import classes from './viewers.module.css'

const mostShown = 4

/** Shows who else is viewing the same record, in the top bar of its page. */
export function Viewers({ subject }: { subject: ViewedRecord }) {
  const others = useViewers(subject)
  if (others.length === 0) return null
  const shown = others.length > mostShown ? others.slice(0, mostShown - 1) : others
  const rest = others
    .slice(shown.length)
    .map((user) => user.name)
    .join(', ')
  return (
    <div className={classes.viewers}>
      <ul className={classes.people} aria-label={t`Also viewing`}>
        {shown.map(({ id, name }) => (
          <li key={id} className={classes.viewer}>
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
        <Trans>also viewing</Trans>
      </span>
    </div>
  )
}
