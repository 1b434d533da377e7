import { maxReportRows } from '@muster/contract/report-query.ts'
import * as contract from '@muster/contract/reports.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { handler } from '../http/handler.ts'
import { exportReport } from './export-report.ts'
import {
  byType,
  companyNames,
  countAll,
  countBy,
  type Ending,
  loadDeclined,
  mostFirst,
  reasonNames,
} from './load-endings.ts'
import { memoize } from './memoize.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'
import { partOf } from './spread.ts'

const given = (endings: readonly Ending[]) =>
  countBy(
    endings.filter(({ reasonId }) => reasonId),
    ({ reasonId }) => reasonId!,
  )

const withoutReason = (endings: readonly Ending[]) => countAll(endings.filter(({ reasonId }) => !reasonId))

/** Everything except names. */
const addUp = memoize((declined: readonly Ending[]) => {
  const total = countAll(declined)
  const noneGiven = withoutReason(declined)
  const ofCompany = Map.groupBy(declined, ({ companyId }) => companyId)
  return {
    total,
    noneGiven: { count: noneGiven, share: partOf(noneGiven, total) },
    reasons: given(declined),
    stages: byType(declined),
    companyCount: ofCompany.size,
    companies: countBy(declined, ({ companyId }) => companyId)
      .slice(0, maxReportRows)
      .map(([companyId, count]) => {
        const theirs = ofCompany.get(companyId)!
        return {
          companyId,
          count,
          noneGiven: withoutReason(theirs),
          reasons: given(theirs),
          stages: byType(theirs),
        }
      }),
  }
})

export const getCompanyDeclinedReason = handler(
  contract.getCompanyDeclinedReason,
  async ({ tx, actor, query }) => {
    const period = await resolvePeriod(tx, actor, query)
    const { reasons, companies: all, ...sums } = addUp(await loadDeclined(tx, actor, query, period))
    const companies = all.slice(0, query.limit)
    const reasonName = await reasonNames(tx, actor)
    const companyName = await companyNames(
      tx,
      actor,
      companies.map(({ companyId }) => companyId),
    )
    const named = ([reasonId, count]: (typeof reasons)[number]) => ({
      reasonId,
      name: reasonName.get(reasonId) ?? '',
      count,
    })
    return {
      period: presentPeriod(period),
      ...sums,
      reasons: reasons.map((reason) => ({ ...named(reason), share: partOf(reason[1], sums.total) })),
      companies: companies.map(({ companyId, reasons: theirs, ...company }) => ({
        company: { id: companyId, name: companyName.get(companyId) ?? '' },
        ...company,
        reasons: theirs.map(named),
      })),
    }
  },
)

export const exportCompanyDeclinedReason = exportReport(
  contract.exportCompanyDeclinedReason,
  'company-declined-reason',
  async ({ tx, actor, query }, period) => {
    const declined = await loadDeclined(tx, actor, query, period)
    const names = await reasonNames(tx, actor)
    const companies = await companyNames(tx, actor, [...new Set(declined.map(({ companyId }) => companyId))])
    return {
      name: t`Declined by company`,
      columns: [
        { header: t`Client company` },
        { header: t`Reason` },
        { header: t`Stage when closed` },
        { header: t`Applications`, isNumber: true },
      ],
      rows: declined
        .toSorted(mostFirst)
        .map(({ companyId, reasonId, type, count }) => ({
          company: companies.get(companyId) ?? '',
          cells: [
            reasonId ? (names.get(reasonId) ?? '') : t`No reason given`,
            translate(statusTypes[type].label),
            count,
          ] as const,
        }))
        .sort((one, other) => one.company.localeCompare(other.company))
        .map(({ company, cells }) => [company, ...cells]),
      definitions: [
        [t`Declined by company`, 'declinedReason'],
        [t`No reason given`, 'noneGiven'],
      ],
    }
  },
)
