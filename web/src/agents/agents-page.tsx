import { listAgents } from '@muster/contract/calls.ts'
import { IconPhoneCall } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatNumber, formatPercent, formatTotal } from '../ui/format.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { AgentStatus } from './agent-status.tsx'
import classes from './agents-page.module.css'
import { PauseButton } from './pause-button.tsx'
import type { AgentsSearch } from './routes.ts'

type Agent = RowOf<typeof listAgents>

const route = getRouteApi('/agents')

function Rate({ answered, placed }: Agent['connection']) {
  if (placed === 0) return <span className={classes.caption}>no calls</span>
  return (
    <span title="Answered, voicemail included, of the calls placed in the last 28 days">
      {formatPercent(answered / placed)} <span className={classes.caption}>n {formatNumber(placed)}</span>
    </span>
  )
}

function Load({ callsToday, capacity }: Agent) {
  return (
    <span className={classes.load} title="Calls today, of those an agent takes in a day">
      <progress max={capacity || 1} value={callsToday} aria-hidden />
      {formatNumber(callsToday)}
      {capacity > 0 && <span className={classes.caption}> of {formatNumber(capacity)}</span>}
    </span>
  )
}

const columns: Column<Agent>[] = [
  {
    id: 'name',
    header: 'Agent',
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
    header: 'Kind',
    from: 'lg',
    cell: (agent) =>
      agent.kind === 'voice' ? `Voice agent${agent.provider ? ` · ${agent.provider}` : ''}` : 'Person',
  },
  { id: 'status', header: 'Status', width: '100px', cell: (agent) => <AgentStatus status={agent.status} /> },
  { id: 'load', header: 'Calls today', width: 'minmax(140px, 1fr)', from: 'sm', cell: Load },
  {
    id: 'connection',
    header: 'Connection rate',
    from: 'sm',
    cell: (agent) => <Rate {...agent.connection} />,
  },
  { id: 'languages', header: 'Languages', from: 'lg', cell: (agent) => agent.languages.join(', ') },
]

const pauseColumn: Column<Agent> = {
  id: 'pause',
  header: 'Actions',
  headerHidden: true,
  width: '96px',
  align: 'right',
  cell: (agent) => <PauseButton agent={agent} />,
}

export function AgentsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listAgents, { query: search })
  const mayWrite = usePermission('agents:write')
  const change = (changes: AgentsSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })

  return (
    <Page
      title="Agents and calls"
      fill
      toolbar={
        <>
          <SearchInput label="Search agents" value={search.q} onChange={(q) => change({ q })} />
          {pages.total && <span className={classes.caption}>{formatTotal(pages.total)} agents</span>}
        </>
      }
    >
      <DataTable
        label="Agents"
        columns={mayWrite ? [...columns, pauseColumn] : columns}
        pages={pages}
        sort={search.sort ?? 'name'}
        onSort={(sort) => change({ sort: sort as AgentsSearch['sort'] })}
        empty={
          <EmptyState
            icon={IconPhoneCall}
            title={search.q ? `No agent is called “${search.q}”` : 'No agents yet'}
            text={search.q ? undefined : 'Agents appear once a voice provider calls or somebody logs a call.'}
          />
        }
      />
    </Page>
  )
}
