import { msg, t } from '@lingui/core/macro'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import { exportCompanyDeclinedReason, getCompanyDeclinedReason } from '@muster/contract/reports.ts'
import { statusTypeLabels } from '../../texts/contract-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import { baseText, define, moreText, rateText, report, shownText } from './report.ts'

const declined = { counts: 'ended', disposition: 'declined_by_company' } as const satisfies ReportFigure

/**
 * Why companies declined: the reasons, by company and by furthest status type; those without a reason are
 * included.
 */
export const declinedReasons = report({
  key: 'declined',
  title: msg`Company decline reasons`,
  definitions: ['declinedReason', 'noneGiven'],
  endpoint: getCompanyDeclinedReason,
  export: exportCompanyDeclinedReason,
  isEmpty: ({ total }) => total === 0,
  charts: ({ total, noneGiven, reasons, stages, companies, companyCount }) => [
    {
      kind: 'bars',
      key: 'reasons',
      span: 3,
      title: t`Reasons`,
      definition: `${define('declinedReason')}. ${define('noneGiven')}.`,
      base: { text: baseText(total), counts: declined },
      headers: { label: t`Reason`, figure: t`Applications`, notes: [t`% of total`] },
      scale: 'reasons',
      bars: [
        ...reasons.map(({ reasonId, name, count, share }) => ({
          key: reasonId,
          label: name,
          value: count,
          figure: { text: formatNumber(count), counts: { ...declined, reasonId } },
          notes: [{ text: rateText(share) }],
        })),
        {
          key: 'none',
          label: t`No reason given`,
          value: noneGiven.count,
          quiet: true,
          figure: { text: formatNumber(noneGiven.count), counts: { ...declined, reasonId: null } },
          notes: [{ text: rateText(noneGiven.share) }],
        },
      ],
    },
    {
      kind: 'bars',
      key: 'stages',
      span: 3,
      title: t`Stage when declined`,
      headers: { label: t`Type`, figure: t`Applications`, notes: [t`% of total`] },
      scale: 'stages',
      bars: stages.map(({ type, count }) => ({
        key: type,
        label: t(statusTypeLabels[type]),
        type,
        value: count,
        figure: { text: formatNumber(count), counts: { ...declined, type } },
        notes: [{ text: rateText(total > 0 ? count / total : null) }],
      })),
    },
    {
      kind: 'bars',
      key: 'companies',
      span: 6,
      title: t`Companies`,
      base: companies.length < companyCount ? { text: shownText(companies.length, companyCount) } : undefined,
      more: moreText(companies.length, companyCount),
      headers: { label: t`Company`, figure: t`Applications`, notes: [t`No reason given`, t`Top reason`] },
      scale: 'companies',
      bars: companies.map(({ company, count, noneGiven: none, reasons: given }) => {
        const [first] = given
        const share = rateText(count > 0 ? none / count : null)
        const shown = formatNumber(none)
        return {
          key: company.id,
          label: company.name,
          value: count,
          figure: { text: formatNumber(count), counts: { ...declined, companyId: company.id } },
          notes: [
            { text: `${shown} (${share})`, counts: { ...declined, companyId: company.id, reasonId: null } },
            first
              ? { text: first.name, counts: { ...declined, companyId: company.id, reasonId: first.reasonId } }
              : { text: '–' },
          ],
        }
      }),
    },
  ],
})
