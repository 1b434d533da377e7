import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { IconDownload } from '@tabler/icons-react'
import { usePermission } from '../session/session.ts'
import { downloadExport } from './download-export.ts'
import { ExportMenu } from './export-menu.tsx'

interface ExportListButtonProps {
  endpoint: AnyEndpoint
  /** The list's filters and sort, as in its address. */
  query: object
  /** The row whose list it is. */
  params?: { id: string }
  /** What is exported, above the formats. */
  label?: string
}

/** Exports a list as filtered, with the permission to export; at the end of its toolbar. */
export function ExportListButton({ endpoint, query, params, label }: ExportListButtonProps) {
  const { t } = useLingui()
  const mayExport = usePermission('applications:export')
  if (!mayExport) return null
  return (
    <ExportMenu
      label={label ?? t`All filtered results`}
      onExport={(format) => void downloadExport(endpoint, format, { query, params })}
    >
      <ActionIcon aria-label={t`Export`} title={t`Export`}>
        <IconDownload size={16} stroke={1.6} />
      </ActionIcon>
    </ExportMenu>
  )
}
