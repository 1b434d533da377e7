import { Plural, Trans } from '@lingui/react/macro'
import { usePermission } from '../session/session.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './imports.module.css'

/** How many rows the plan has no room for, and the way to where that is seen and changed. */
export function BeyondPlan({ rows }: { rows: number }) {
  const maySee = usePermission('plans:read')
  if (rows === 0) return null
  return (
    <p className={classes.problem}>
      <Plural
        value={rows}
        one="The plan has no room for # row. Once there is, it can be imported again."
        other="The plan has no room for # rows. Once there is, they can be imported again."
      />{' '}
      {maySee && (
        <TextLink to="/plans">
          <Trans>See plans</Trans>
        </TextLink>
      )}
    </p>
  )
}
