import type { Seeded } from '../seed.ts'
import { nothing, type ValidCalls } from './valid-call.ts'

const importing = ({ ids }: Seeded) => ({
  importId: ids.import,
  mapping: { 0: 'fullName', 1: 'email' },
  positionId: ids.position,
  ownerId: ids.user,
  source: 'A fair',
})

export const importCalls: ValidCalls = {
  analyzeImport: () => ({ file: { content: 'Name\nIda\n', name: 'people.csv' } }),
  suggestImportField: ({ ids }) => ({ body: { importId: ids.import, column: 0 } }),
  listImportValues: ({ ids }) => ({ body: { importId: ids.import, mapping: { 0: 'fullName' } } }),
  previewImport: (all) => ({ body: importing(all) }),
  downloadPreviewLosses: (all) => ({ body: importing(all) }),
  correctImport: ({ ids }) => ({
    params: { id: ids.import! },
    body: {
      corrections: [{ column: 1, row: 2, original: 'ida.import@example.com', value: 'ida@example.com' }],
    },
  }),
  listImportRows: ({ ids }) => ({ params: { id: ids.endedImport! }, query: { result: 'created' } }),
  listImportCorrections: ({ ids }) => ({ params: { id: ids.import! } }),
  executeImport: (all) => ({ body: importing(all) }),
  getImportStatus: ({ ids }) => ({ params: { id: ids.import! } }),
  cancelImport: ({ ids }) => ({ params: { id: ids.startedImport! } }),
  resumeImport: ({ ids }) => ({ params: { id: ids.startedImport! } }),
  downloadImportErrors: ({ ids }) => ({ params: { id: ids.import! } }),
  downloadImportLosses: ({ ids }) => ({ params: { id: ids.endedImport! } }),
  downloadRaggedRows: ({ ids }) => ({ params: { id: ids.endedImport! } }),
  listLeftOutRows: ({ ids }) => ({ params: { id: ids.import! } }),
  downloadLeftOutRows: ({ ids }) => ({ params: { id: ids.import! } }),
  exportImports: nothing,
  listImports: nothing,
  previewImportUndo: ({ ids }) => ({ params: { id: ids.endedImport! } }),
  undoImport: ({ ids }) => ({ params: { id: ids.endedImport! } }),
  listKeptRows: ({ ids }) => ({ params: { id: ids.endedImport! } }),
  downloadUndoReport: ({ ids }) => ({ params: { id: ids.endedImport! } }),
}
