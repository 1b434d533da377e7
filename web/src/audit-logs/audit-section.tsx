import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { exportAuditLogs, listAuditLogs } from '@muster/contract/audit-logs.ts'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useOpenedRow } from '../admin/use-opened-row.ts'
import { usePages } from '../api/pages.ts'
import { colleaguesQuery } from '../applications/queries.ts'
import { downloadExport } from '../exports/download-export.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { Chip } from '../ui/chip.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { formatTotal } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { AuditCard, auditColumns } from './audit-columns.tsx'
import { auditQuery } from './audit-query.ts'
import { type AuditSearch, areaKeys } from './audit-search.ts'
import { areaLabels } from './audit-text.ts'
import { DaysChip } from './days-chip.tsx'

const AuditDrawer = lazy(() =>
  import('./audit-drawer.tsx').then((module) => ({ default: module.AuditDrawer })),
)

const route = getRouteApi('/settings/audit')

interface FiltersProps {
  search: AuditSearch
  onChange: (changes: AuditSearch) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const { data } = useQuery(colleaguesQuery)
  const { subjectId, ip } = search
  return (
    <>
      <SearchInput label={t`Search details`} value={search.q} onChange={(q) => onChange({ q })} />
      <ChoiceChip
        label={t`Action`}
        any={t`anything`}
        choices={areaKeys.map((value) => ({ value, label: t(areaLabels[value]) }))}
        values={search.area}
        onChange={(area) => onChange({ area: area as AuditSearch['area'] })}
      />
      <ChoiceChip
        label={t`User`}
        any={t`anyone`}
        choices={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        values={search.userId}
        onChange={(userId) => onChange({ userId })}
      />
      <DaysChip from={search.from} to={search.to} onChange={onChange} />
      {ip && <Chip label={t`IP address`} value={ip} onRemove={() => onChange({ ip: undefined })} />}
      {subjectId && (
        <Chip label={t`Record`} value={t`one record`} onRemove={() => onChange({ subjectId: undefined })} />
      )}
    </>
  )
}

/** Lists the audit log. */
export function AuditSection() {
  const search = route.useSearch()
  const query = auditQuery(search)
  const navigate = route.useNavigate()
  const pages = usePages(listAuditLogs, { query })
  const columns = useMemo(auditColumns, [])
  const change = (changes: AuditSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const close = () => change({ entry: undefined })
  const opened = useOpenedRow(listAuditLogs, pages, search.entry, close)
  const total = pages.total && formatTotal(pages.total)
  return (
    <>
      <ListToolbar
        narrow
        total={pages.total && plural(pages.total.value, { one: `${total} entry`, other: `${total} entries` })}
        actions={
          <ExportMenu
            label={t`Export filtered entries`}
            onExport={(format) => void downloadExport(exportAuditLogs, format, { query: query ?? {} })}
          >
            <ActionIcon aria-label={t`Export`} title={t`Export`}>
              <IconDownload size={16} stroke={1.6} />
            </ActionIcon>
          </ExportMenu>
        }
      >
        <Filters search={search} onChange={change} />
      </ListToolbar>
      <DataTable
        label={t`Audit log`}
        columns={columns}
        pages={pages}
        sort={search.sort ?? '-at'}
        onSort={(sort) => change({ sort: sort as AuditSearch['sort'] })}
        onOpen={({ id }) => change({ entry: id })}
        card={AuditCard}
        placeKey={`audit ${JSON.stringify(query)}`}
        empty={
          <EmptyState
            icon={IconHistory}
            title={t`No entries match these filters`}
            action={
              <LinkButton to="/settings/audit" variant="default">
                <Trans>Clear filters</Trans>
              </LinkButton>
            }
          />
        }
      />
      <Suspense>{opened && <AuditDrawer log={opened} onClose={close} />}</Suspense>
    </>
  )
}
