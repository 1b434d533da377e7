import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { exportImports, listImports } from '@muster/contract/import-status.ts'
import { IconFileImport, IconUpload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { Page } from '../layout/page.tsx'
import { When } from '../ui/age.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatNumber } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import { ImportState } from './import-state.tsx'
import { canUndo, UndoImportButton } from './import-undo.tsx'
import classes from './imports.module.css'

type Import = RowOf<typeof listImports>

const route = getRouteApi('/imports')

const count = (id: string, header: string, value: (one: Import) => number): Column<Import> => ({
  id,
  header,
  width: '88px',
  align: 'right',
  from: 'sm',
  cell: (one) => formatNumber(value(one)),
})

/** Returns why rows were left out, each reason with its count. */
function leftOut({ skipped, conflicts, invalid }: Import): string {
  return [
    skipped > 0 && t`${formatNumber(skipped)} skipped`,
    conflicts > 0 && plural(conflicts, { one: '# conflict', other: '# conflicts' }),
    invalid > 0 && t`${formatNumber(invalid)} invalid`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const importColumns = (): Column<Import>[] => [
  {
    id: 'file',
    header: t`File`,
    width: 'minmax(160px, 2fr)',
    cell: (one) => (
      <TextLink to="/imports/new" search={{ id: one.id }} className={classes.name}>
        {one.fileName}
      </TextLink>
    ),
  },
  {
    id: 'state',
    header: t`State`,
    width: '168px',
    cell: (one) => <ImportState state={one.state} undo={one.undo?.state} lostRows={one.lostRows} />,
  },
  count('rows', t`Rows`, (one) => one.total ?? one.processed),
  count('created', t`Created`, (one) => one.created),
  count('updated', t`Updated`, (one) => one.updated),
  {
    id: 'leftOut',
    header: t`Not imported`,
    width: 'minmax(136px, 1fr)',
    from: 'sm',
    cell: (one) => (
      <span className={classes.cut} title={leftOut(one)}>
        {leftOut(one)}
      </span>
    ),
  },
  {
    id: 'by',
    header: t({ message: 'Imported by', context: 'person who did it' }),
    width: '140px',
    from: 'lg',
    cell: (one) => one.createdBy.name,
  },
  {
    id: 'at',
    header: t`Started`,
    width: '130px',
    cell: (one) => <When at={one.startedAt ?? one.createdAt} />,
  },
  {
    id: 'takeBack',
    header: t`Undo`,
    // Of the button in the longest language: a clipped one clips its spinner too.
    width: '160px',
    from: 'sm',
    cell: (one) => canUndo(one) && <UndoImportButton of={one} size="xs" />,
  },
]

/** An import on a narrow screen. */
function ImportCard({ of }: { of: Import }) {
  const rows = of.total ?? of.processed
  const { created } = of
  return (
    <div className={classes.importCard}>
      <span className={classes.importCardLine}>
        <TextLink to="/imports/new" search={{ id: of.id }} className={classes.name}>
          {of.fileName}
        </TextLink>
        <ImportState state={of.state} undo={of.undo?.state} lostRows={of.lostRows} />
      </span>
      <span className={classes.importCardLine}>
        <span className={classes.caption}>
          {[
            plural(rows, { one: '# row', other: '# rows' }),
            t`${formatNumber(created)} created`,
            of.createdBy.name,
          ].join(' · ')}
        </span>
        <span className={classes.caption}>
          <When at={of.startedAt ?? of.createdAt} />
        </span>
      </span>
    </div>
  )
}

export function ImportsPage() {
  const navigate = route.useNavigate()
  const columns = useMemo(importColumns, [])
  const pages = usePages(listImports, { query: {} })
  const start = (variant: 'filled' | 'default') => (
    <LinkButton to="/imports/new" variant={variant} leftSection={<IconUpload size={16} stroke={1.6} />}>
      <Trans>Import</Trans>
    </LinkButton>
  )
  return (
    <Page
      title={t`Imports`}
      fill
      actions={
        <>
          <ExportListButton endpoint={exportImports} query={{}} />
          {start('filled')}
        </>
      }
    >
      <DataTable
        label={t`Imports`}
        columns={columns}
        pages={pages}
        card={(one) => <ImportCard of={one} />}
        onOpen={(one) => navigate({ to: '/imports/new', search: { id: one.id } })}
        empty={
          <EmptyState
            icon={IconFileImport}
            title={t`No imports yet`}
            text={t`Import applications from a CSV or Excel file. You review every row before anything is saved.`}
            action={start('default')}
          />
        }
      />
    </Page>
  )
}
