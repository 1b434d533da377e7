import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { useCommands } from '../layout/use-commands.ts'
import type { ExportFormat } from './download-export.ts'

interface ExportMenuProps {
  /** "All 1,312 applications". */
  label: string
  onExport: (format: ExportFormat) => void
  /** Further choices below the formats. */
  choices?: ReactNode
  /** The trigger. */
  children: ReactElement
}

/** The formats of an export, which the command box offers too. */
export function ExportMenu({ label, onExport, choices, children }: ExportMenuProps) {
  const { t } = useLingui()
  useCommands(label, [
    { id: 'export-xlsx', label: t`Export as XLSX`, icon: IconDownload, run: () => onExport('xlsx') },
    { id: 'export-csv', label: t`Export as CSV`, icon: IconDownload, run: () => onExport('csv') },
  ])
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown aria-label={t`Export`}>
        <Menu.Label>{label}</Menu.Label>
        <Menu.Item onClick={() => onExport('xlsx')}>
          <Trans>Excel workbook (XLSX)</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => onExport('csv')}>
          <Trans>CSV</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => onExport('csv-bom')}>
          <Trans>CSV for older Excel</Trans>
        </Menu.Item>
        {choices}
      </Menu.Dropdown>
    </Menu>
  )
}
