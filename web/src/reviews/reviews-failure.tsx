import { t } from '@lingui/core/macro'
import { type ErrorComponentProps, useRouterState } from '@tanstack/react-router'
import { RouteFailure } from '../layout/route-states.tsx'
import classes from './reviews.module.css'

/** Shown to a client's reviewer for a screen that failed to load: its title as usual, the reason, and another try. */
export function ReviewsFailure({ error }: ErrorComponentProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const title = path.endsWith('/positions')
    ? t`Positions`
    : path.endsWith('/decided')
      ? t`Decided`
      : t`To decide`
  return (
    <div className={classes.page}>
      <title>{`${title} · Muster`}</title>
      <h1 className={classes.pageTitle}>{title}</h1>
      <RouteFailure error={error} />
    </div>
  )
}
