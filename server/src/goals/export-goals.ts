import { forecastOutlookLabels, goalPeriodLabels, goalStateLabels } from '@muster/contract/goal-labels.ts'
import * as contract from '@muster/contract/goals.ts'
import { startOfDay } from '@muster/contract/local-days.ts'
import { measures } from '@muster/contract/measures.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { t, translate } from '#texts'
import { forbidden } from '../app-error.ts'
import { sendTable } from '../dashboard/export-report.ts'
import { namesOfSlice } from '../dashboard/names-of-slice.ts'
import { transactionTime } from '../database/database-clock.ts'
import { streamHandler } from '../http/handler.ts'
import { formatMoment } from '../texts/format.ts'
import { findGoals, inOrder } from './list-goals.ts'
import { loadForecasts } from './openings-forecast.ts'
import { presentGoals } from './present-goals.ts'

type Goal = Awaited<ReturnType<typeof presentGoals>>[number]
type Forecast = Awaited<ReturnType<typeof loadForecasts>> extends Map<string, infer Each> ? Each : never

const columns = () => [
  { header: t`Position or owner` },
  { header: t`Company` },
  { header: t`Measure` },
  { header: t`Period` },
  { header: t`Due date`, isDay: true },
  { header: t`Target`, isNumber: true },
  { header: t`So far`, isNumber: true },
  { header: t`Expected by now`, isNumber: true },
  { header: t`Working days over`, isNumber: true },
  { header: t`Working days`, isNumber: true },
  { header: t`Status` },
  { header: t`At this point last time`, isNumber: true },
  { header: t`Openings left`, isNumber: true },
  { header: t`Expected hires`, isNumber: true },
  { header: t`Low end of 80% range`, isNumber: true },
  { header: t`High end of 80% range`, isNumber: true },
  { header: t`Chance to fill all`, isNumber: true },
  { header: t`Outlook` },
]

function rowOf(goal: Goal, forecast: Forecast | undefined, timezone: string) {
  const { position, owner, measure, period, target, dueOn, progress, previous } = goal
  return [
    (position ?? owner)!.name,
    position?.company.name ?? null,
    period === 'date' ? t`Openings filled` : translate(measures[measure].label),
    translate(goalPeriodLabels[period]),
    dueOn && startOfDay(dueOn, timezone),
    target,
    progress.actual,
    progress.expected,
    progress.daysOver,
    progress.days,
    translate(goalStateLabels[progress.state]),
    previous?.actual ?? null,
    forecast?.left ?? null,
    forecast?.expected ?? null,
    forecast?.low ?? null,
    forecast?.high ?? null,
    forecast?.chance ?? null,
    forecast ? translate(forecastOutlookLabels[forecast.outlook]) : null,
  ]
}

export const exportGoals = streamHandler(contract.exportGoals, async (context, _, reply) => {
  const { tx, actor, query } = context
  if (!actor.permissions.has('reports:read')) throw forbidden()
  const { format, bom, ...filters } = query
  const { timezone } = actor.workspace
  const { expression } = inOrder(false)
  const rows = await findGoals(tx, actor, filters).orderBy(expression).orderBy('goals.id').execute()
  const goals = await presentGoals(tx, actor, rows)
  // The forecast says who is hired in the end, so it is no forecast of a week or month.
  const byDate = goals.flatMap(({ period, position }) => (period === 'date' && position ? [position.id] : []))
  const forecasts = await loadForecasts(tx, actor, byDate)
  const definition = (key: 'goalOnTrack' | 'openingsForecast') => translate(metricDefinitions[key])
  return sendTable(context, reply, {
    table: {
      name: t`Goals`,
      columns: columns(),
      rows: goals.map((goal) =>
        rowOf(goal, goal.period === 'date' ? forecasts.get(goal.position!.id) : undefined, timezone),
      ),
    },
    about: {
      title: t`Filters and definitions`,
      lines: [
        [t`Report`, t`Goals`],
        [t`As of`, formatMoment(await transactionTime(tx), timezone)],
        [t`Timezone`, timezone],
        ...(await namesOfSlice(tx, actor, filters)),
        [t`Expected by now`, definition('goalOnTrack')],
        [t`Expected hires`, definition('openingsForecast')],
      ],
    },
    query: { format, bom, timezone },
    details: { report: 'goals', filters },
  })
})
