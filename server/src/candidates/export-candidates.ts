import * as contract from '@muster/contract/candidates.ts'
import { t } from '#texts'
import { exportList } from '../exports/export-list.ts'
import { candidateListColumns } from './candidate-columns.ts'
import { candidateOrders, findCandidates } from './list-candidates.ts'

export const exportCandidates = exportList(
  contract.exportCandidates,
  { sees: 'candidates:read', what: 'candidates' },
  ({ tx, actor, query }) => ({
    name: t`Candidates`,
    columns: candidateListColumns(),
    rows: findCandidates(tx, actor, query),
    idColumn: 'candidates.id',
    order: candidateOrders[query.sort],
  }),
)
