import { plural, t } from '@lingui/core/macro'
import { formatDuration, formatNumber, formatWhen } from '../ui/format.ts'
import { formatAmounts } from '../ui/money.ts'
import { Section } from '../ui/section.tsx'
import type { Forecast } from './campaign-queries.ts'
import classes from './voice-campaigns.module.css'

/** As many hours as are shown. */
const maxHours = 24

/** Returns what a campaign would do, in sentences. */
function summary({ calls, endsAt, seconds, costs, left }: Forecast): string {
  if (calls === 0) return t`Nobody would be called in the next seven days.`
  const people = plural(calls, { one: '# person', other: '# people' })
  const time = formatDuration(seconds)
  const end = endsAt ? formatWhen(endsAt) : ''
  const cost = costs.length > 0 ? formatAmounts(costs) : null
  return [
    cost
      ? t`${people} would be called once, until ${end}: about ${time} of calls for ${cost}.`
      : t`${people} would be called once, until ${end}: about ${time} of calls.`,
    left > 0 &&
      plural(left, {
        one: '# more is not reached within seven days.',
        other: '# more are not reached within seven days.',
      }),
  ]
    .filter(Boolean)
    .join(' ')
}

function basisText({ basis, costs }: Forecast): string {
  const { calls, secondsPerCall, isDefault } = basis
  const length = formatDuration(secondsPerCall)
  if (isDefault)
    return t`The agent has too few calls for averages: ${length} a call is assumed, and the cost is unknown.`
  const base = plural(calls, { one: '# call of the agent', other: '# calls of the agent' })
  return costs.length > 0
    ? t`Averages of ${base} in the last 90 days: ${length} a call. Further tries come on top.`
    : t`Averages of ${base} in the last 90 days: ${length} a call, without costs. Further tries come on top.`
}

/** What the campaign would do: how many calls in which hour, until when, for how much. */
export function ForecastSection({ forecast, isRunning }: { forecast: Forecast; isRunning: boolean }) {
  const most = Math.max(...forecast.hours.map(({ calls }) => calls), 1)
  const more = forecast.hours.length - maxHours
  return (
    <Section title={isRunning ? t`What comes next` : t`What would happen`} text={summary(forecast)}>
      <ol className={classes.hours}>
        {forecast.hours.slice(0, maxHours).map(({ at, calls }) => (
          <li key={at}>
            <span>{formatWhen(at)}</span>
            <span className={classes.bar} style={{ inlineSize: `${(100 * calls) / most}%` }} />
            <span>{formatNumber(calls)}</span>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className={classes.caption}>
          {plural(more, { one: 'and # more hour', other: 'and # more hours' })}
        </p>
      )}
      <p className={classes.caption}>{basisText(forecast)}</p>
    </Section>
  )
}
