import { usePermission } from '../../session/session.ts'
import classes from '../analytics.module.css'
import { ForecastCard } from './forecast-card.tsx'
import { GoalsCard } from './goals-card.tsx'

interface GoalsViewProps {
  /** Whether the form of a new goal is open. */
  adds: boolean
  onAdds: (adds: boolean) => void
}

/** The goals of positions and owners with their progress, and the forecast of openings. */
export function GoalsView({ adds, onAdds }: GoalsViewProps) {
  return (
    <div className={classes.reports}>
      <GoalsCard mayManage={usePermission('goals:manage')} adds={adds} onAdds={onAdds} />
      <ForecastCard />
    </div>
  )
}
