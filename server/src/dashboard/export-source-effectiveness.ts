import * as contract from '@muster/contract/reports.ts'
import { funnelTypes, statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { exportReport } from './export-report.ts'
import { loadSources } from './load-sources.ts'

/** Between all, who are leads at least, and those hired. */
const between = funnelTypes.slice(1, -1)

export const exportSourceEffectiveness = exportReport(
  contract.exportSourceEffectiveness,
  'source-effectiveness',
  async ({ tx, actor, query }, period) => {
    const { items } = await loadSources(tx, actor, query, period)
    const orFurther = (type: (typeof funnelTypes)[number]) => {
      const name = translate(statusTypes[type].label)
      return t`${name} or further`
    }
    return {
      name: t`Source performance`,
      columns: [
        { header: t`Source` },
        { header: t`Applications`, isNumber: true },
        ...between.map((type) => ({ header: orFurther(type), isNumber: true })),
        { header: t`Of them hired`, isNumber: true },
        { header: t`Rate`, isNumber: true },
        { header: t`Hired in the period`, isNumber: true },
        { header: t`Days to hire, median`, isNumber: true },
      ],
      rows: items.map(({ source, applications, reached, hired, rate, daysToHire }) => [
        source ?? t`No source`,
        applications,
        ...between.map((type) => reached.find((each) => each.type === type)!.count),
        hired,
        rate,
        daysToHire.n,
        daysToHire.median,
      ]),
      definitions: [
        [t`Source performance`, 'sourceEffectiveness'],
        [t`Days to hire, median`, 'timeToHire'],
      ],
    }
  },
)
