import * as contract from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { applicationColumns } from '../applications/export-columns.ts'
import { exportFields, headersOf } from '../custom-fields/export-fields.ts'
import { readByFields } from '../custom-fields/search-values.ts'
import { exportList } from '../exports/export-list.ts'
import { candidateListColumns } from './candidate-columns.ts'
import { candidateOrders, findCandidates } from './list-candidates.ts'

export const exportCandidates = exportList(
  contract.exportCandidates,
  { sees: 'candidates:read', what: 'candidates' },
  async ({ tx, actor, query }) => {
    const builtIn = candidateListColumns()
    const fields = await exportFields(
      tx,
      actor,
      [{ subject: 'candidate', prefix: 'field', column: sql.ref('list.visible_values') }],
      { builtIn: [...headersOf(builtIn), ...headersOf(applicationColumns())], timezone: query.timezone },
    )
    return {
      name: t`Candidates`,
      columns: { ...builtIn, ...fields },
      rows: findCandidates(tx, actor, query, await readByFields(tx, actor, 'candidate', query)),
      idColumn: 'candidates.id',
      order: candidateOrders[query.sort],
    }
  },
)
