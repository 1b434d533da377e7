import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { exportApplications, exportSelectedApplications } from '@muster/contract/application-export.ts'
import { type ReactElement, useState } from 'react'
import { downloadExport, type ExportFormat } from '../../exports/download-export.ts'
import { ExportMenu as Formats } from '../../exports/export-menu.tsx'
import type { ListQuery } from '../list-query.ts'
import { exportedColumns } from './exported-columns.ts'

interface ExportMenuProps {
  query: ListQuery
  /** The shown columns. */
  columns: readonly string[]
  /** Exports only these. */
  ids?: readonly string[]
  /** "All 1,312 applications". */
  label: string
  children: ReactElement
}

/** Downloads the list, or its selected rows, in a chosen format. */
export function ExportMenu({ query, columns, ids, label, children }: ExportMenuProps) {
  const [all, setAll] = useState(false)

  function start(format: ExportFormat) {
    const asked = { ...query, columns: all ? undefined : exportedColumns(columns) }
    if (ids)
      void downloadExport(exportSelectedApplications, format, {
        query: { ...asked, q: undefined },
        body: { applicationIds: ids },
      })
    else void downloadExport(exportApplications, format, { query: asked })
  }

  return (
    <Formats
      label={label}
      onExport={start}
      choices={
        <>
          <Menu.Divider />
          <Menu.CheckboxItem checked={all} onChange={setAll} closeMenuOnClick={false}>
            <Trans>Include hidden columns</Trans>
          </Menu.CheckboxItem>
        </>
      }
    >
      {children}
    </Formats>
  )
}
