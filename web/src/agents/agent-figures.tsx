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
  /** The group of calls to open. */
  calls: AgentCallsKind
  label: string
  children: ReactNode
}

/** A figure that links to the calls it counts, for users who see all of them. */
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

/** The number of current calls and the capacity. */
export function Load({ agent }: { agent: Agent }) {
  const { activeCalls, capacity } = agent
  const [now, most] = [formatNumber(activeCalls), formatNumber(capacity)]
  const filled = capacity > 0 ? Math.min(activeCalls / capacity, 1) : Number(activeCalls > 0)
  return (
    <CallsFigure agent={agent} calls="now" label={t`${now}/${most} concurrent calls`}>
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

/** The connection rate: the rate opens the answered calls, n the placed ones. */
export function Connection({ agent }: { agent: Agent }) {
  const { answered, placed } = agent.connection
  if (placed === 0)
    return (
      <Nothing>
        <Trans>No calls</Trans>
      </Nothing>
    )
  const [share, n, all] = [formatPercent(answered / placed), formatNumber(answered), formatNumber(placed)]
  return (
    <span>
      <CallsFigure
        agent={agent}
        calls="answered"
        label={t`${share} of calls answered in the last 28 days, including voicemail: ${n} of ${all}`}
      >
        {share}
      </CallsFigure>{' '}
      <span className={classes.caption}>
        <CallsFigure agent={agent} calls="placed" label={t`of ${all} calls placed in the last 28 days`}>
          <Trans>of {all}</Trans>
        </CallsFigure>
      </span>
    </span>
  )
}

/** The conversion rate: the rate opens the applications that moved on, n all with a conversation. */
export function Conversion({ agent }: { agent: Agent }) {
  const { converted, spokenWith } = agent.conversion
  if (spokenWith === 0)
    return (
      <Nothing>
        <Trans>No conversations</Trans>
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
        label={t`${share} of candidates reached Qualified or beyond after a conversation in the last 28 days: ${n} of ${all}`}
      >
        {share}
      </PeopleFigure>{' '}
      <span className={classes.caption}>
        <PeopleFigure
          agent={agent}
          counts="spokenWith"
          label={t`of ${all} candidates spoken with in the last 28 days`}
        >
          <Trans>of {all}</Trans>
        </PeopleFigure>
      </span>
    </span>
  )
}
