import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { exportAgents, listAgents } from '@muster/contract/agents.ts'
import { IconPhoneCall } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatLanguages, formatNumber, formatPercent } from '../ui/format.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { AgentStatus } from './agent-status.tsx'
import classes from './agents-page.module.css'
import { PauseButton } from './pause-button.tsx'
import type { AgentsSearch } from './routes.ts'

type Agent = RowOf<typeof listAgents>

const route = getRouteApi('/agents')

/** A provider's key as a name is written: vapi, Vapi. */
function providerName(provider: string | null): string | null {
  return provider && provider.charAt(0).toUpperCase() + provider.slice(1)
}

function Rate({ answered, placed }: Agent['connection']) {
  if (placed === 0)
    return (
      <span className={classes.caption}>
        <Trans>no calls</Trans>
      </span>
    )
  return (
    <span title={t`Answered, voicemail included, of the calls placed in the last 28 days`}>
      {formatPercent(answered / placed)} <span className={classes.caption}>· n {formatNumber(placed)}</span>
    </span>
  )
}

function Load({ callsToday, capacity }: Agent) {
  return (
    <span title={t`Calls placed today, and how many the agent makes at the same time`}>
      {capacity > 0 ? (
        <Trans>
          {formatNumber(callsToday)}{' '}
          <span className={classes.caption}>· {formatNumber(capacity)} at once</span>
        </Trans>
      ) : (
        formatNumber(callsToday)
      )}
    </span>
  )
}

const columns = (): Column<Agent>[] => [
  {
    id: 'name',
    header: t`Agent`,
    width: 'minmax(150px, 2fr)',
    sort: 'name',
    cell: (agent) => (
      <span className={classes.name}>
        <Avatar name={agent.name} robot={agent.kind === 'voice'} decorative />
        <strong>{agent.name}</strong>
      </span>
    ),
  },
  {
    id: 'kind',
    header: t`Kind`,
    from: 'lg',
    cell: (agent) =>
      agent.kind === 'voice'
        ? [t`Voice agent`, providerName(agent.provider)].filter(Boolean).join(' · ')
        : t`Person`,
  },
  { id: 'status', header: t`Status`, width: '100px', cell: (agent) => <AgentStatus status={agent.status} /> },
  { id: 'load', header: t`Calls today`, width: 'minmax(140px, 1fr)', from: 'sm', cell: Load },
  {
    id: 'connection',
    header: t`Connection rate`,
    from: 'sm',
    cell: (agent) => <Rate {...agent.connection} />,
  },
  { id: 'languages', header: t`Languages`, from: 'lg', cell: ({ languages }) => formatLanguages(languages) },
]

/** An agent on a narrow screen. */
function AgentCard({ agent, action }: { agent: Agent; action: ReactNode }) {
  return (
    <div className={classes.card}>
      <Avatar name={agent.name} robot={agent.kind === 'voice'} decorative />
      <div className={classes.who}>
        <strong>{agent.name}</strong>
        <span className={classes.facts}>
          <AgentStatus status={agent.status} />
          <Rate {...agent.connection} />
        </span>
      </div>
      {action}
    </div>
  )
}

const pauseColumn = (): Column<Agent> => ({
  id: 'pause',
  header: t`Actions`,
  headerHidden: true,
  width: '96px',
  align: 'right',
  cell: (agent) => <PauseButton agent={agent} />,
})

export function AgentsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listAgents, { query: search })
  const mayWrite = usePermission('agents:write')
  const shown = useMemo(() => [...columns(), ...(mayWrite ? [pauseColumn()] : [])], [mayWrite])
  const change = (changes: AgentsSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })

  return (
    <Page
      title={t`Agents and calls`}
      fill
      toolbar={
        <>
          <SearchInput label={t`Search agents`} value={search.q} onChange={(q) => change({ q })} />
          {pages.total && (
            <span className={classes.total}>
              <Plural value={pages.total.value} one="# agent" other="# agents" />
            </span>
          )}
          <ExportListButton endpoint={exportAgents} query={search} />
        </>
      }
    >
      <DataTable
        label={t`Agents`}
        columns={shown}
        pages={pages}
        sort={search.sort ?? 'name'}
        card={(agent) => <AgentCard agent={agent} action={mayWrite && <PauseButton agent={agent} />} />}
        onSort={(sort) => change({ sort: sort as AgentsSearch['sort'] })}
        empty={
          <EmptyState
            icon={IconPhoneCall}
            title={search.q ? t`No agent is called “${search.q}”` : t`No agents yet`}
            text={
              search.q ? undefined : t`Agents appear once a voice provider calls or somebody logs a call.`
            }
          />
        }
      />
    </Page>
  )
}
