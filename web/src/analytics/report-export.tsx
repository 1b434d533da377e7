import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadExport } from '../exports/download-export.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { usePermission } from '../session/session.ts'
import type { Chart } from './charts/chart.ts'
import type { Report } from './reports/report.ts'
import type { Side } from './sides.ts'
import { saveCsv } from './table-csv.ts'

interface ReportExportProps {
  report: Report
  title: string
  sides: readonly { side: Side; charts: readonly Chart[] }[]
}

/** The report as a file, for those who may: the server's, or where it makes none, the tables as they are shown. */
export function ReportExport({ report, title, sides }: ReportExportProps) {
  const { t } = useLingui()
  const mayExport = usePermission('reports:export')
  if (!mayExport) return null
  const button = (
    <ActionIcon aria-label={t`Export ${title}`} title={t`Export`}>
      <IconDownload size={16} stroke={1.6} />
    </ActionIcon>
  )
  const { export: endpoint } = report
  if (endpoint)
    return (
      <ExportMenu
        label={title}
        onExport={(format) => {
          for (const { side } of sides) void downloadExport(endpoint, format, { query: side.query })
        }}
      >
        {button}
      </ExportMenu>
    )
  return (
    <ActionIcon
      aria-label={t`Export ${title}`}
      title={t`As CSV`}
      onClick={() => {
        for (const { side, charts } of sides) saveCsv(charts, `${report.key}-${side.key}`)
      }}
    >
      <IconDownload size={16} stroke={1.6} />
    </ActionIcon>
  )
}
