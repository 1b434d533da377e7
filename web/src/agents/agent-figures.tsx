import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { listAgents } from '@muster/contract/agents.ts'
import { rowsBehind } from '@muster/contract/report-rows.ts'
import type { ReactNode } from 'react'
import type { RowOf } from '../api/query.ts'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import type { AgentCallsKind } from './agent-calls-kinds.ts'
import classes from './agent-figures.module.css'

export type Agent = RowOf<typeof listAgents>

interface FigureProps {
  agent: Agent
  /** What opens. */
  calls: AgentCallsKind
  label: string
  children: ReactNode
}

/** A figure that opens the calls it counts, for those who see all of them. */
function CallsFigure({ agent, calls, label, children }: FigureProps) {
  if (!agent.can.openCalls) return <span title={label}>{children}</span>
  return (
    <TextLink
      from="/agents"
      to="/agents"
      search={(now) => ({ ...now, calls: agent.id, which: calls })}
      className={classes.figure}
      aria-label={label}
      title={label}
    >
      {children}
    </TextLink>
  )
}

function PeopleFigure({
  agent,
  counts,
  label,
  children,
}: Omit<FigureProps, 'calls'> & { counts: 'spokenWith' | 'converted' }) {
  if (!agent.can.openCalls) return <span title={label}>{children}</span>
  const { ratesFrom: from, at: to } = agent.figures
  const { filters } = rowsBehind({ counts, agentId: agent.id }, { from, to, timezone: '' })
  return (
    <TextLink
      to="/applications"
      search={{ ...filters, open: 'all' } as never}
      className={classes.figure}
      aria-label={label}
      title={label}
    >
      {children}
    </TextLink>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <span className={classes.caption}>{children}</span>
}

/** How many calls it has now of those it can have. */
export function Load({ agent }: { agent: Agent }) {
  const { activeCalls, capacity } = agent
  const [now, most] = [formatNumber(activeCalls), formatNumber(capacity)]
  const filled = capacity > 0 ? Math.min(activeCalls / capacity, 1) : Number(activeCalls > 0)
  return (
    <CallsFigure agent={agent} calls="now" label={t`${now}/${most} of the calls it can have at once`}>
      <span className={classes.load}>
        <span className={classes.track} aria-hidden>
          <span
            className={classes.filled}
            data-full={activeCalls >= capacity || undefined}
            style={{ width: `${filled * 100}%` }}
          />
        </span>
        {now}/{most}
      </span>
    </CallsFigure>
  )
}

export function Today({ agent }: { agent: Agent }) {
  const { callsToday } = agent
  return (
    <CallsFigure
      agent={agent}
      calls="today"
      label={plural(callsToday, { one: '# call today', other: '# calls today' })}
    >
      {formatNumber(callsToday)}
    </CallsFigure>
  )
}

/** Answered of placed: the part opens the answered, n the placed. */
export function Connection({ agent }: { agent: Agent }) {
  const { answered, placed } = agent.connection
  if (placed === 0)
    return (
      <Nothing>
        <Trans>no calls</Trans>
      </Nothing>
    )
  const [share, n, all] = [formatPercent(answered / placed), formatNumber(answered), formatNumber(placed)]
  return (
    <span>
      <CallsFigure
        agent={agent}
        calls="answered"
        label={t`${share} answered, voicemail included, in the last 28 days: ${n} of the ${all} calls placed`}
      >
        {share}
      </CallsFigure>{' '}
      <span className={classes.caption}>
        ·{' '}
        <CallsFigure agent={agent} calls="placed" label={t`n ${all}: calls placed in the last 28 days`}>
          n {all}
        </CallsFigure>
      </span>
    </span>
  )
}

/** Moved on of spoken with: the part opens those who moved on, n all spoken with. */
export function Conversion({ agent }: { agent: Agent }) {
  const { converted, spokenWith } = agent.conversion
  if (spokenWith === 0)
    return (
      <Nothing>
        <Trans>nobody spoken with</Trans>
      </Nothing>
    )
  const [share, n, all] = [
    formatPercent(converted / spokenWith),
    formatNumber(converted),
    formatNumber(spokenWith),
  ]
  return (
    <span>
      <PeopleFigure
        agent={agent}
        counts="converted"
        label={t`${share} moved to qualified or beyond after a conversation of the last 28 days: ${n} of ${all} spoken with`}
      >
        {share}
      </PeopleFigure>{' '}
      <span className={classes.caption}>
        ·{' '}
        <PeopleFigure
          agent={agent}
          counts="spokenWith"
          label={t`n ${all}: people spoken with in the last 28 days`}
        >
          n {all}
        </PeopleFigure>
      </span>
    </span>
  )
}
