import * as contract from '@muster/contract/application-counts.ts'
import { applicationFilters } from '@muster/contract/application-filters.ts'
import { mayFilterBy } from '@muster/contract/client-access.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden, invalid } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import { allOf, applicationConditions, withFieldConditions } from './filter-applications.ts'

export const countApplicationFacets = handler(
  contract.countApplicationFacets,
  async ({ tx, actor, query: { by, values, ...query } }) => {
    if (!mayFilterBy(actor.role, by)) throw forbidden(t`Your role cannot use this filter: ${by}`)
    const read = applicationFilters.shape[by].safeParse(values ?? [])
    if (!read.success) throw invalid('values', t`Invalid values for this filter`)
    const distinct = [...new Set<string>(read.data ?? [])]
    if (distinct.length === 0) return { counts: [] }
    const filters = await withFieldConditions(tx, actor, query)
    const counts = distinct.map((value) => {
      const found = selectVisible(tx, actor)
        .where(allOf(applicationConditions({ ...filters, [by]: [value] }, actor)))
        .select(sql`1`.as('one'))
        .limit(contract.facetCap + 1)
      return sql`select ${value}::text as value, (select count(*)::int from ${found} as found) as counted`
    })
    const { rows } = await sql<{ value: string; counted: number }>`${sql.join(
      counts,
      sql` union all `,
    )}`.execute(tx)
    return {
      counts: rows.map(({ value, counted }) => ({
        value,
        count: { value: Math.min(counted, contract.facetCap), atLeast: counted > contract.facetCap },
      })),
    }
  },
)
