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
        one="# row exceeds the limit of your plan. Import it again once the plan allows it."
        other="# rows exceed the limit of your plan. Import them again once the plan allows it."
      />{' '}
      {maySee && (
        <TextLink to="/plans">
          <Trans>View plans</Trans>
        </TextLink>
      )}
    </p>
  )
}
