import { msg, t } from '@lingui/core/macro'
import { exportConversionOutcomes, getConversionOutcomes } from '@muster/contract/voice-reports.ts'
import { outcomeLabels } from '../../calls/call-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import { baseText, define, rateText, report } from './report.ts'

/** The outcomes of conversations, and the conversion by agent. */
export const outcomes = report({
  key: 'outcomes',
  title: msg`Conversation outcomes`,
  definitions: ['voiceOutcomes', 'voiceConversion'],
  endpoint: getConversionOutcomes,
  export: exportConversionOutcomes,
  isEmpty: ({ total, agents }) => total === 0 && agents.length === 0,
  charts: ({ total, outcomes: items, spokenWith, agents }) => [
    {
      kind: 'bars',
      key: 'outcomes',
      span: 6,
      title: t`Outcomes`,
      definition: define('voiceOutcomes'),
      base: { text: baseText(total), counts: { counts: 'calls', which: 'allConversations' } },
      headers: { label: t`Outcome`, figure: t`Conversations`, notes: [t`% of total`] },
      scale: 'conversations',
      bars: items.map(({ outcome, count, share }) => ({
        key: outcome ?? '',
        label: outcome ? t(outcomeLabels[outcome]) : t`No outcome recorded`,
        value: count,
        quiet: outcome === null,
        figure: {
          text: formatNumber(count),
          counts: { counts: 'calls', which: 'allConversations', outcome },
        },
        notes: [{ text: rateText(share) }],
      })),
    },
    {
      kind: 'bars',
      key: 'agents',
      span: 6,
      title: t`Conversion by agent`,
      definition: define('voiceConversion'),
      base: { text: baseText(spokenWith), counts: { counts: 'spokenWith' } },
      headers: {
        label: t`Agent`,
        figure: t`Rate`,
        notes: [t`Advanced`, t`Spoken with`, t`Calls`, t`Answered`],
      },
      scale: 'rate',
      bars: agents.map((item) => {
        const agentId = item.agent?.id ?? null
        return {
          key: agentId ?? '',
          label: item.agent?.name ?? t`No agent recorded`,
          value: item.rate,
          quiet: agentId === null,
          figure: { text: rateText(item.rate), counts: { counts: 'converted', agentId } },
          notes: [
            { text: formatNumber(item.converted), counts: { counts: 'converted', agentId } },
            { text: formatNumber(item.spokenWith), counts: { counts: 'spokenWith', agentId } },
            { text: formatNumber(item.placed), counts: { counts: 'calls', which: 'placed', agentId } },
            { text: formatNumber(item.answered), counts: { counts: 'calls', which: 'answered', agentId } },
          ],
        }
      }),
    },
  ],
})
