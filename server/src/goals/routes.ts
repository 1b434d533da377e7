import { readsFacts } from '../facts/reads-facts.ts'
import { asReport } from '../http/handler.ts'
import { deleteGoal } from './delete-goal.ts'
import { exportGoals } from './export-goals.ts'
import { listGoals } from './list-goals.ts'
import { getOpeningsForecast } from './openings-forecast.ts'
import { setGoal } from './set-goal.ts'

export const goalRoutes = [
  asReport(readsFacts(listGoals)),
  asReport(readsFacts(exportGoals)),
  readsFacts(setGoal),
  deleteGoal,
  asReport(getOpeningsForecast),
]
