import { t } from '@lingui/core/macro'
import { fewestToCompare } from '@muster/contract/measures.ts'
import { formatTime } from '../ui/format.ts'
import { formatPhone } from '../ui/phone.ts'
import { Section } from '../ui/section.tsx'
import { Rate } from './rate.tsx'
import { placedCalls } from './rows.ts'
import classes from './wallboard.module.css'
import type { Wallboard } from './wallboard-queries.ts'

function Bar({ part, of }: { part: number; of: number }) {
  return (
    <span className={classes.track} aria-hidden>
      <span
        className={classes.length}
        data-few={of < fewestToCompare || undefined}
        style={{ width: `${of === 0 ? 0 : (part / of) * 100}%` }}
      />
    </span>
  )
}

/** The conversations of each hour of today, from the first hour with calls. */
export function HoursSection({ wallboard: { hours } }: { wallboard: Wallboard }) {
  const first = hours.findIndex(({ calls }) => calls > 0)
  return (
    <Section
      title={t`Conversations by hour`}
      text={t`Of the calls placed in each hour of today, those in which a person spoke with us. Grey: fewer than 10 calls, too few to compare.`}
    >
      {first === -1 ? (
        <p className={classes.note}>{t`No calls today`}</p>
      ) : (
        <ul className={classes.bars}>
          {hours.slice(first).map(({ from, to, calls, conversations }) => (
            <li key={from}>
              <span>{formatTime(from)}</span>
              <Bar part={conversations} of={calls} />
              <Rate
                part={conversations}
                of={calls}
                partRows={placedCalls({ from, to }, { conversation: 'true' })}
                rows={placedCalls({ from, to })}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The share of calls that were answered, by the number called from. */
export function NumbersSection({ wallboard: { numbers, today } }: { wallboard: Wallboard }) {
  return (
    <Section
      title={t`Connection rate by number`}
      text={t`Of the calls placed today from each number, those answered by a person, a mailbox or a menu. Calls logged by hand have no number.`}
    >
      {numbers.length === 0 ? (
        <p className={classes.note}>{t`No calls today`}</p>
      ) : (
        <ul className={classes.bars}>
          {numbers.map(({ number, calls, answered }) => {
            const from = { fromNumber: number ?? 'none' }
            return (
              <li key={number ?? ''}>
                <span>{number === null ? t`No number` : formatPhone(number)}</span>
                <Bar part={answered} of={calls} />
                <Rate
                  part={answered}
                  of={calls}
                  partRows={placedCalls(today, { ...from, answered: 'true' })}
                  rows={placedCalls(today, from)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
