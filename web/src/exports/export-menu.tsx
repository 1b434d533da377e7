import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
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

/** The formats of an export. */
export function ExportMenu({ label, onExport, choices, children }: ExportMenuProps) {
  const { t } = useLingui()
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
