import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { listAllAuditLogs } from '@muster/contract/admin-audit.ts'
import { IconHistory } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatTotal } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { eventText } from '../users/event-text.ts'
import classes from './admin.module.css'
import { type AuditSearch, rowsOf } from './admin-search.ts'
import { useOpenedRow } from './use-opened-row.ts'

type Entry = RowOf<typeof listAllAuditLogs>

const AuditDrawer = lazy(() =>
  import('./audit-drawer.tsx').then((module) => ({ default: module.AuditDrawer })),
)

const route = getRouteApi('/admin/audit')

/**
 * Describes an entry in a sentence. Names of rows stay within their workspace, so the subject appears only in
 * the details.
 */
function auditText({ action, subject }: Entry): string {
  return eventText({ action, subject: subject && { ...subject, name: null } })
}

function whoText({ user }: Entry): string {
  return user?.name || t({ message: 'Unknown', context: 'who did it' })
}

function What({ entry }: { entry: Entry }) {
  return (
    <TextLink
      from="/admin/audit"
      to="/admin/audit"
      search={(now) => ({ ...now, open: entry.id })}
      className={classes.link}
    >
      {auditText(entry)}
    </TextLink>
  )
}

const auditColumns = (): Column<Entry>[] => [
  { id: 'what', header: t`Action`, width: 'minmax(180px, 2fr)', cell: (entry) => <What entry={entry} /> },
  {
    id: 'who',
    header: t`User`,
    width: 'minmax(130px, 1fr)',
    cell: (entry) => <span className={classes.cut}>{whoText(entry)}</span>,
  },
  {
    id: 'workspace',
    header: t`Workspace`,
    width: 'minmax(130px, 1fr)',
    cell: ({ workspace }) => <span className={classes.cut}>{workspace.name}</span>,
  },
  { id: 'ip', header: t`IP address`, width: '130px', from: 'lg', cell: ({ ip }) => ip },
  { id: 'at', header: t`Time`, width: '140px', align: 'right', cell: ({ at }) => <When at={at} /> },
]

/** Lists the audit entries of all workspaces, newest first. */
export function AuditList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = rowsOf(search)
  const pages = usePages(listAllAuditLogs, { query })
  const columns = useMemo(auditColumns, [])
  const change = (changes: AuditSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const close = () => change({ open: undefined })
  const opened = useOpenedRow(listAllAuditLogs, pages, search.open, close)
  const total = pages.total && formatTotal(pages.total)
  return (
    <>
      <ListToolbar
        total={pages.total && plural(pages.total.value, { one: `${total} entry`, other: `${total} entries` })}
      >
        <SearchInput label={t`Search audit log`} value={search.q} onChange={(q) => change({ q })} />
        {search.workspaceId && (
          <Chip
            label={t`Workspace`}
            value={pages.rows[0]?.workspace.name}
            onRemove={() => change({ workspaceId: undefined })}
          />
        )}
        {search.userId && (
          <Chip
            label={t`User`}
            value={pages.rows[0]?.user?.name}
            onRemove={() => change({ userId: undefined })}
          />
        )}
      </ListToolbar>
      <DataTable
        label={t`Audit log of all workspaces`}
        columns={columns}
        pages={pages}
        activeId={search.open}
        onOpen={({ id }) => change({ open: id })}
        card={(entry) => (
          <div className={classes.card}>
            <span className={classes.who}>
              <What entry={entry} />
              <span className={classes.caption}>
                {whoText(entry)} · {entry.workspace.name}
              </span>
            </span>
            <span className={classes.cardFacts}>
              <When at={entry.at} />
            </span>
          </div>
        )}
        placeKey={`admin audit ${JSON.stringify(query)}`}
        empty={
          <EmptyState
            icon={IconHistory}
            title={t`No entries match these filters`}
            action={
              <LinkButton to="/admin/audit" variant="default">
                <Trans>Clear filters</Trans>
              </LinkButton>
            }
          />
        }
      />
      <Suspense>
        {opened && (
          <AuditDrawer title={auditText(opened)} who={whoText(opened)} entry={opened} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
