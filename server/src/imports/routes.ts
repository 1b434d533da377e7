import { analyzeImport } from './analyze-import.ts'
import { cancelImport } from './cancel-import.ts'
import { correctImport } from './correct-import.ts'
import { downloadImportErrors, downloadImportLosses, downloadRaggedRows } from './download-rows-report.ts'
import { executeImport } from './execute-import.ts'
import { exportImports } from './export-imports.ts'
import { getImportStatus } from './get-import-status.ts'
import { downloadLeftOutRows, listLeftOutRows } from './left-out-rows.ts'
import { listImportCorrections } from './list-import-corrections.ts'
import { listImportRows } from './list-import-rows.ts'
import { listImportValues } from './list-import-values.ts'
import { listImports } from './list-imports.ts'
import { downloadPreviewLosses } from './preview/download-preview-losses.ts'
import { previewImport } from './preview/preview-import.ts'
import { resumeImport } from './resume-import.ts'
import { suggestImportField } from './suggest-import-field.ts'
import { downloadUndoReport } from './undo/download-undo-report.ts'
import { listKeptRows } from './undo/list-kept-rows.ts'
import { previewImportUndo } from './undo/preview-import-undo.ts'
import { undoImport } from './undo/undo-import.ts'

export const importRoutes = [
  analyzeImport,
  listImportValues,
  suggestImportField,
  previewImport,
  downloadPreviewLosses,
  correctImport,
  listImportCorrections,
  executeImport,
  getImportStatus,
  cancelImport,
  resumeImport,
  downloadImportErrors,
  downloadImportLosses,
  downloadRaggedRows,
  listImports,
  listImportRows,
  listLeftOutRows,
  downloadLeftOutRows,
  exportImports,
  previewImportUndo,
  undoImport,
  listKeptRows,
  downloadUndoReport,
]
