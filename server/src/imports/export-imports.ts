import * as contract from '@muster/contract/import-status.ts'
import { sql } from 'kysely'
import { inCurrentLanguage, t, translate } from '#texts'
import { number, text, time } from '../exports/export-column.ts'
import { exportList } from '../exports/export-list.ts'
import { findImports, newestFirst } from './list-imports.ts'

const the = (column: string) => sql.ref(`list.${column}`)

const states: Record<string, string> = {
  queued: /*i18n*/ 'Waiting',
  running: /*i18n*/ 'Running',
  completed: /*i18n*/ 'Completed',
  failed: /*i18n*/ 'Failed',
  canceled: /*i18n*/ 'Canceled',
}

export const exportImports = exportList(
  contract.exportImports,
  { sees: 'applications:import', what: 'imports' },
  ({ tx, actor, query }) => ({
    name: t`Imports`,
    columns: {
      file: text(t`File`, the('file_name'), { width: 32 }),
      state: text(t`State`, the('state'), {
        format: inCurrentLanguage((state: string) => translate(states[state]!)),
      }),
      by: text(t`Imported by`, the('created_by_name')),
      created: time(t`Started`, the('created_at')),
      finished: time(t`Completed at`, the('finished_at')),
      total: number(t`Rows`, the('total_rows')),
      createdCount: number(t`Rows created`, the('created_count')),
      updatedCount: number(t`Rows updated`, the('updated_count')),
      skippedCount: number(t`Rows skipped`, the('skipped_count')),
      conflictCount: number(t`Conflicts`, the('conflict_count')),
      invalidCount: number(t`Invalid rows`, the('invalid_count')),
      lostCount: number(t`Rows with lost values`, the('lost_count')),
      raggedCount: number(t`Misaligned rows`, the('ragged_count')),
      leftOutCount: number(t`Excluded rows`, the('left_out_count')),
      undoneCount: number(t`Rows undone`, the('undone_count')),
      keptCount: number(t`Rows kept`, the('kept_count')),
      error: text(t`Error`, the('error')),
      id: text(t`ID`, the('id'), { width: 38 }),
    },
    rows: findImports(tx, actor, query.q),
    idColumn: 'imports.id',
    order: newestFirst,
  }),
)
