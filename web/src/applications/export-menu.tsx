import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import {
  applicationExportColumns,
  exportApplications,
  exportSelectedApplications,
} from '@muster/contract/application-export.ts'
import { type ReactElement, useState } from 'react'
import { downloadExport, type ExportFormat } from '../exports/download-export.ts'
import { ExportMenu as Formats } from '../exports/export-menu.tsx'
import type { ListQuery } from './list-query.ts'

type ExportColumn = (typeof applicationExportColumns)[number]

/** What an export has in the place of a column of the list. */
const exported: Record<string, readonly ExportColumn[]> = {
  position: ['position', 'company'],
  status: ['status', 'statusType'],
  lastContact: ['lastContact', 'lastContactAt'],
  inStatus: ['enteredStatus'],
  disposition: ['disposition', 'reason'],
}

function exportColumns(shown: readonly string[]): ExportColumn[] {
  return shown.flatMap((id) => exported[id] ?? applicationExportColumns.filter((name) => name === id))
}

interface ExportMenuProps {
  query: ListQuery
  /** The columns on screen. */
  columns: readonly string[]
  /** Of these only. */
  ids?: readonly string[]
  /** What will be exported: "All 1,312 applications". */
  label: string
  children: ReactElement
}

/** Downloads the list, or what is ticked of it, in a format of the person's choice. */
export function ExportMenu({ query, columns, ids, label, children }: ExportMenuProps) {
  const [all, setAll] = useState(false)

  function start(format: ExportFormat) {
    const asked = { ...query, columns: all ? undefined : exportColumns(columns) }
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
            <Trans>All columns, not only those shown</Trans>
          </Menu.CheckboxItem>
        </>
      }
    >
      {children}
    </Formats>
  )
}
