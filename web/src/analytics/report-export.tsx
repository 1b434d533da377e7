import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { IconDownload } from '@tabler/icons-react'
import { downloadExport } from '../exports/download-export.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { usePermission } from '../session/session.ts'
import type { Side } from './sides.ts'

interface ReportExportProps {
  endpoint: AnyEndpoint
  title: string
  sides: readonly { side: Side }[]
}

/** Downloads the report of each side, with the permission to export. */
export function ReportExport({ endpoint, title, sides }: ReportExportProps) {
  const { t } = useLingui()
  const mayExport = usePermission('reports:export')
  if (!mayExport) return null
  return (
    <ExportMenu
      label={title}
      onExport={(format) => {
        for (const { side } of sides) void downloadExport(endpoint, format, { query: side.query })
      }}
    >
      <ActionIcon aria-label={t`Export ${title}`} title={t`Export`}>
        <IconDownload size={16} stroke={1.6} />
      </ActionIcon>
    </ExportMenu>
  )
}
