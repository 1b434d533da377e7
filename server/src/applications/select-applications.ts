import * as contract from '@muster/contract/application-selection.ts'
import { fetchCountedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { applicationAbilities } from '../policies/application-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import { allOf, applicationConditions, withFieldConditions } from './filter-applications.ts'
import { applicationOrder } from './list-applications.ts'

export const selectApplications = handler(contract.selectApplications, async ({ tx, actor, query }) => {
  const filters = await withFieldConditions(tx, actor, query)
  const found = selectVisible(tx, actor)
    .where(allOf(applicationConditions(filters, actor)))
    .select(['applications.id', 'applications.position_id', 'applications.status_type'])
    .select(['applications.closed_at', 'applications.deleted_at'])
  const { rows, total } = await fetchCountedPage(
    tx,
    found,
    'applications.id',
    await applicationOrder(tx, actor, query.sort, query),
    { ...query, limit: contract.selectionCap },
    Boolean(query.q),
  )
  const able: Record<string, number> = {}
  for (const row of rows) {
    for (const [ability, can] of Object.entries(applicationAbilities(actor, row)))
      able[ability] = (able[ability] ?? 0) + Number(can)
  }
  return {
    applicationIds: rows.map((row) => row.id),
    total,
    able,
    closed: rows.filter((row) => row.closed_at).length,
    positionIds: [...new Set(rows.map((row) => row.position_id))],
  }
})
