import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { exportAgents, listAgents } from '@muster/contract/agents.ts'
import { IconPhoneCall, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { AddLink } from '../ui/add-link.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { DeletedChip } from '../ui/deleted-chip.tsx'
import { LinkButton } from '../ui/link.tsx'
import { ListTotal } from '../ui/list-total.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { AgentCard, agentColumns } from './agent-columns.tsx'
import type { AgentsSearch } from './routes.ts'

const AddAgentDrawer = lazy(() =>
  import('./add-agent-drawer.tsx').then((module) => ({ default: module.AddAgentDrawer })),
)
const EditAgentDrawer = lazy(() =>
  import('./edit-agent-drawer.tsx').then((module) => ({ default: module.EditAgentDrawer })),
)
const AgentCalls = lazy(() => import('./agent-calls.tsx').then((module) => ({ default: module.AgentCalls })))

const route = getRouteApi('/agents')

function NoAgents({ search, addButton }: { search: AgentsSearch; addButton: ReactNode }) {
  const showAll = (
    <LinkButton to="/agents" variant="default">
      <Trans>Show all agents</Trans>
    </LinkButton>
  )
  if (search.q)
    return <EmptyState icon={IconPhoneCall} title={t`No agents match “${search.q}”`} action={showAll} />
  if (search.deleted)
    return (
      <EmptyState
        icon={IconTrash}
        title={t`No deleted agents`}
        text={t`Deleted agents stay here for 30 days and can be restored.`}
        action={showAll}
      />
    )
  return (
    <EmptyState
      icon={IconPhoneCall}
      title={t`No agents yet`}
      text={t`Add the people and voice agents who make your calls.`}
      action={addButton}
    />
  )
}

/** Lists the agents with their current status and figures. */
export function AgentsPage() {
  const { add, agent, calls, which, q, sort, deleted: asksDeleted } = route.useSearch()
  const search = { q, sort, deleted: asksDeleted }
  const navigate = route.useNavigate()
  const pages = usePages(listAgents, { query: search })
  const mayWrite = usePermission('agents:write')
  const deleted = search.deleted === 'true'
  const columns = useMemo(() => agentColumns({ deleted, mayWrite }), [deleted, mayWrite])
  const change = (changes: AgentsSearch, ignoreBlocker = false) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true, ignoreBlocker })
  const rowOf = (id: string) => pages.rows.find((row) => row.id === id)
  const addButton = mayWrite && (
    <AddLink to="/agents" search={{ ...search, add: true }}>
      <Trans>Add agent</Trans>
    </AddLink>
  )

  return (
    <Page
      title={t`Agents and calls`}
      fill
      actions={addButton}
      toolbar={
        <>
          <SearchInput label={t`Search agents`} value={search.q} onChange={(q) => change({ q })} />
          {mayWrite && <DeletedChip deleted={deleted} onChange={(deleted) => change({ deleted })} />}
          <ListTotal>
            {pages.total && <Plural value={pages.total.value} one="# agent" other="# agents" />}
          </ListTotal>
          <ExportListButton endpoint={exportAgents} query={search} />
        </>
      }
    >
      <DataTable
        label={t`Agents`}
        columns={columns}
        pages={pages}
        sort={search.sort ?? 'name'}
        card={(row) => <AgentCard agent={row} mayWrite={mayWrite} />}
        onSort={(sort) => change({ sort: sort as AgentsSearch['sort'] })}
        onOpen={mayWrite && !deleted ? ({ id }) => change({ agent: id }) : undefined}
        placeKey={`agents ${JSON.stringify(search)}`}
        empty={<NoAgents search={search} addButton={addButton} />}
      />
      <Suspense>
        {mayWrite && add && (
          <AddAgentDrawer
            onClose={() => change({ add: undefined })}
            onDone={() => change({ add: undefined }, true)}
          />
        )}
        {mayWrite && agent && (
          <EditAgentDrawer
            key={agent}
            agentId={agent}
            name={rowOf(agent)?.name}
            onClose={() => change({ agent: undefined })}
            onDone={() => change({ agent: undefined }, true)}
          />
        )}
        {calls && which && (
          <AgentCalls
            key={`${calls} ${which}`}
            agentId={calls}
            which={which}
            row={rowOf(calls)}
            onClose={() => change({ calls: undefined, which: undefined })}
          />
        )}
      </Suspense>
    </Page>
  )
}
