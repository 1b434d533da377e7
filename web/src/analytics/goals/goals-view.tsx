import { usePermission } from '../../session/session.ts'
import classes from '../analytics.module.css'
import { ForecastCard } from './forecast-card.tsx'
import { GoalsCard } from './goals-card.tsx'

/** The goals of positions and owners with their progress, and the forecast of openings. */
export function GoalsView() {
  return (
    <div className={classes.reports}>
      <GoalsCard mayManage={usePermission('goals:manage')} />
      <ForecastCard />
    </div>
  )
}
