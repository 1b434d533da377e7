import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { RowsLink } from '../dashboard/rows-link.tsx'
import { formatDateTime, formatDay, formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { useNow } from '../ui/now.ts'
import classes from './position-page.module.css'
import { openingsLeft, type PositionDetails } from './position-state.ts'
import { StateBadge } from './state-badge.tsx'

const day = 24 * 60 * 60 * 1000

/** Returns how many days a position was open, or has been. */
function daysOpen({ openedAt, closedAt }: PositionDetails, now: number): number {
  const end = closedAt ? Date.parse(closedAt) : now
  return Math.max(0, Math.floor((end - Date.parse(openedAt)) / day))
}

/** The figure of filled openings has no period. */
const now = { from: '', to: '', timezone: '' }

/** The key figures: openings left and days open. */
export function KeyFigures({ position }: { position: PositionDetails }) {
  const { openings, hired } = position
  const days = daysOpen(position, useNow())
  const left = openingsLeft(position)
  return (
    <dl className={classes.figures}>
      <div>
        <dt>
          <Trans>Openings left</Trans>
        </dt>
        <dd className={classes.figure}>
          {formatNumber(left)}
          <span className={classes.of}>
            {plural(openings, { one: 'of # opening', other: 'of # openings' })}
          </span>
        </dd>
        <dd className={classes.progress} aria-hidden>
          <span style={{ width: `${Math.min(1, hired / openings) * 100}%` }} />
        </dd>
        <dd className={classes.filled}>
          <RowsLink counts={{ counts: 'openingsFilled', positionId: position.id }} period={now} slice={{}}>
            {plural(hired, { one: '# filled', other: '# filled' })}
          </RowsLink>
        </dd>
      </div>
      <div>
        <dt>{position.closedAt ? <Trans>Was open for</Trans> : <Trans>Open for</Trans>}</dt>
        <dd className={classes.figure}>
          {formatNumber(days)}
          <span className={classes.of}>{plural(days, { one: 'day', other: 'days' })}</span>
        </dd>
      </div>
    </dl>
  )
}

function Moment({ at }: { at: string }) {
  return <span title={formatDateTime(at)}>{formatDay(at)}</span>
}

export function PositionSummary({ position }: { position: PositionDetails }) {
  const { company, pipeline, location, openedAt, closedAt } = position
  const facts: [string, ReactNode][] = [
    [t`State`, <StateBadge key="state" state={position.state} />],
    [
      t`Company`,
      <TextLink key="company" to="/companies/$id" params={{ id: company.id }}>
        {company.name}
      </TextLink>,
    ],
    [t`Location`, location ?? <span className={classes.none}>{t`Not set`}</span>],
    [t`Opened`, <Moment key="opened" at={openedAt} />],
  ]
  if (closedAt) facts.push([t({ message: 'Closed', context: 'when' }), <Moment key="closed" at={closedAt} />])
  if (pipeline) {
    facts.push([
      t`Pipeline`,
      <TextLink key="pipeline" to="/pipelines" search={{ id: pipeline.id }}>
        {pipeline.name}
      </TextLink>,
    ])
  }
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
