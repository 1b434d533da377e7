import { t } from '@lingui/core/macro'
import { overdueAfterMinutes } from '@muster/contract/call-wallboard.ts'
import type { RowsBehind } from '@muster/contract/report-rows.ts'
import { ListLink } from '../dashboard/rows-link.tsx'
import { formatNumber } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { callbacks as rows } from './rows.ts'
import classes from './wallboard.module.css'
import type { Wallboard } from './wallboard-queries.ts'

/** The callbacks that wait. */
export function CallbacksSection({ wallboard: { at, today, callbacks } }: { wallboard: Wallboard }) {
  const { overdueUntil } = callbacks
  const lines: { key: string; label: string; count: number; filters: RowsBehind['filters'] }[] = [
    { key: 'overdue', label: t`Overdue`, count: callbacks.overdue, filters: { callbackTo: overdueUntil } },
    {
      key: 'due',
      label: t`Due now`,
      count: callbacks.due,
      filters: { callbackFrom: overdueUntil, callbackTo: at },
    },
    {
      key: 'later',
      label: t`Later today`,
      count: callbacks.later,
      filters: { callbackFrom: at, callbackTo: today.to },
    },
  ]
  return (
    <Section
      title={t`Callbacks`}
      text={t`Open applications whose callback is due today. Overdue: for more than ${overdueAfterMinutes} minutes.`}
    >
      <dl className={classes.figures}>
        {lines.map(({ key, label, count, filters }) => (
          <div key={key} data-late={(key === 'overdue' && count > 0) || undefined}>
            <dt>{label}</dt>
            <dd>
              <ListLink behind={rows(filters)} label={`${label}: ${formatNumber(count)}`}>
                {formatNumber(count)}
              </ListLink>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
