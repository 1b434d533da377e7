import { applicationExportColumns } from '@muster/contract/application-export.ts'
import { type FieldColumn, isFieldColumn } from '@muster/contract/field-subjects.ts'

type ExportColumn = (typeof applicationExportColumns)[number] | FieldColumn

/** The export columns of the columns that have other names there, or several. */
const exported: Record<string, readonly ExportColumn[]> = {
  position: ['position', 'company'],
  status: ['status', 'statusType'],
  lastContact: ['lastContact', 'lastContactAt'],
  inStatus: ['enteredStatus'],
  disposition: ['disposition', 'reason'],
}

/** Returns the export columns of the shown columns of the list. */
export function exportedColumns(shown: readonly string[]): ExportColumn[] {
  return shown.flatMap((id) => {
    if (isFieldColumn(id)) return id
    return exported[id] ?? applicationExportColumns.filter((name) => name === id)
  })
}
