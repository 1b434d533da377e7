import { t } from '@lingui/core/macro'
import { Avatar } from '../ui/avatar.tsx'
import type { Column } from '../ui/column.ts'
import { deletedColumns } from '../ui/deleted-columns.tsx'
import { formatLanguages } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { RestoreAgent } from './agent-deletion.tsx'
import { type Agent, Connection, Conversion, Load, Today } from './agent-figures.tsx'
import { kindLabels, otherProvider, providerName } from './agent-labels.ts'
import { AgentStatus } from './agent-status.tsx'
import classes from './agents-page.module.css'
import { PauseButton } from './pause-button.tsx'

function Name({ agent }: { agent: Agent }) {
  return (
    <span className={classes.name}>
      <Avatar name={agent.name} robot={agent.kind === 'voice'} decorative />
      {agent.can.edit ? (
        <TextLink
          from="/agents"
          to="/agents"
          search={(now) => ({ ...now, agent: agent.id })}
          className={classes.link}
          title={agent.name}
        >
          {agent.name}
        </TextLink>
      ) : (
        <strong>{agent.name}</strong>
      )}
    </span>
  )
}

function kindOf({ kind, provider }: Agent): string {
  const by = provider && (providerName(provider) ?? t(otherProvider))
  return [t(kindLabels[kind]), by].filter(Boolean).join(' · ')
}

/** Returns the columns of the list. Deleted agents have only the identifying columns and Restore. */
export function agentColumns({
  deleted,
  mayWrite,
}: {
  deleted: boolean
  mayWrite: boolean
}): Column<Agent>[] {
  const name: Column<Agent> = {
    id: 'name',
    header: t`Agent`,
    width: 'minmax(140px, 2fr)',
    sort: 'name',
    cell: (agent) => <Name agent={agent} />,
  }
  const kind: Column<Agent> = {
    id: 'kind',
    header: t`Type`,
    width: 'minmax(148px, 1fr)',
    from: deleted ? undefined : 'lg',
    cell: kindOf,
  }
  if (deleted) return [name, kind, ...deletedColumns((agent: Agent) => <RestoreAgent agent={agent} />)]
  const pause: Column<Agent> = {
    id: 'pause',
    header: t`Actions`,
    headerHidden: true,
    width: '108px',
    align: 'right',
    cell: (agent) => <PauseButton agent={agent} />,
  }
  return [
    name,
    kind,
    {
      id: 'status',
      header: t`Status`,
      width: 'minmax(132px, 1fr)',
      cell: (agent) => <AgentStatus agent={agent} />,
    },
    {
      id: 'load',
      header: t`Active calls`,
      width: '112px',
      from: 'sm',
      cell: (agent) => <Load agent={agent} />,
    },
    {
      id: 'today',
      header: t`Calls today`,
      width: '80px',
      align: 'right',
      from: 'lg',
      cell: (agent) => <Today agent={agent} />,
    },
    {
      id: 'connection',
      header: t`Connection rate`,
      width: '112px',
      from: 'sm',
      cell: (agent) => <Connection agent={agent} />,
    },
    {
      id: 'conversion',
      header: t`Conversion rate`,
      width: '112px',
      from: 'lg',
      cell: (agent) => <Conversion agent={agent} />,
    },
    {
      id: 'languages',
      header: t`Languages`,
      width: 'minmax(72px, 1fr)',
      from: 'lg',
      cell: ({ languages }) => formatLanguages(languages),
    },
    ...(mayWrite ? [pause] : []),
  ]
}

/** An agent on a narrow screen. */
export function AgentCard({ agent, mayWrite }: { agent: Agent; mayWrite: boolean }) {
  return (
    <div className={classes.card}>
      <div className={classes.who}>
        <Name agent={agent} />
        {!agent.deletedAt && (
          <span className={classes.facts}>
            <AgentStatus agent={agent} />
            <Load agent={agent} />
            <Connection agent={agent} />
          </span>
        )}
      </div>
      {agent.deletedAt ? <RestoreAgent agent={agent} /> : mayWrite && <PauseButton agent={agent} short />}
    </div>
  )
}
