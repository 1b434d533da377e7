import * as contract from '@muster/contract/reports.ts'
import { handler } from '../http/handler.ts'
import {
  byType,
  companyNames,
  countAll,
  countBy,
  type Ending,
  loadDeclined,
  reasonNames,
} from './load-endings.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'
import { partOf } from './spread.ts'

const mostCompanies = 100

export const getCompanyDeclinedReason = handler(
  contract.getCompanyDeclinedReason,
  async ({ tx, actor, query }) => {
    const period = await resolvePeriod(tx, actor, query)
    const declined = await loadDeclined(tx, actor, query, period)
    const names = await reasonNames(tx, actor)
    const total = countAll(declined)
    const given = (some: readonly Ending[]) =>
      countBy(
        some.filter(({ reasonId }) => reasonId),
        ({ reasonId }) => reasonId!,
      ).map(([reasonId, count]) => ({ reasonId, name: names.get(reasonId) ?? '', count }))
    const withoutReason = (some: readonly Ending[]) => countAll(some.filter(({ reasonId }) => !reasonId))
    const most = countBy(declined, ({ companyId }) => companyId).slice(0, mostCompanies)
    const companies = await companyNames(
      tx,
      actor,
      most.map(([companyId]) => companyId),
    )
    const ofCompany = Map.groupBy(declined, ({ companyId }) => companyId)
    const noneGiven = withoutReason(declined)
    return {
      period: presentPeriod(period),
      total,
      noneGiven: { count: noneGiven, share: partOf(noneGiven, total) },
      reasons: given(declined).map((reason) => ({ ...reason, share: partOf(reason.count, total) })),
      stages: byType(declined),
      companies: most.map(([companyId, count]) => {
        const theirs = ofCompany.get(companyId)!
        return {
          company: { id: companyId, name: companies.get(companyId) ?? '' },
          count,
          noneGiven: withoutReason(theirs),
          reasons: given(theirs),
          stages: byType(theirs),
        }
      }),
    }
  },
)
