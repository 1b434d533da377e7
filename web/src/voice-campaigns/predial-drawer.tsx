import { plural, t } from '@lingui/core/macro'
import { listPredialAnswers, type PredialReason } from '@muster/contract/predial-answers.ts'
import { IconPhoneOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import drawer from '../calls/calls-drawer.module.css'
import { ListDrawer } from '../calls/list-drawer.tsx'
import { When } from '../ui/age.tsx'
import type { Column } from '../ui/data-table.tsx'
import { formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import { predialLabels } from './predial-labels.ts'

type Answer = RowOf<typeof listPredialAnswers>

/** The candidate, or the contact's ID at Vapi if there is none that the user may see. */
function Who({ application, contactId }: Answer) {
  return (
    <span className={drawer.who}>
      {application ? (
        <TextLink to="/applications/$id" params={{ id: application.id }} className={drawer.name}>
          {application.candidateName}
        </TextLink>
      ) : (
        <span className={drawer.caption} title={contactId}>
          {t`Contact ${contactId}`}
        </span>
      )}
    </span>
  )
}

const columns = (): Column<Answer>[] => [
  { id: 'contact', header: t`Contact`, width: 'minmax(180px, 2fr)', cell: Who },
  {
    id: 'queue',
    header: t`Call queue`,
    width: 'minmax(120px, 1fr)',
    cell: ({ queue }) => queue?.name,
  },
  {
    id: 'campaign',
    header: t`Vapi campaign`,
    width: 'minmax(120px, 1fr)',
    cell: ({ campaignId }) => campaignId && <span title={campaignId}>{campaignId}</span>,
  },
  { id: 'answered', header: t`Answered`, width: '132px', cell: ({ answeredAt }) => <When at={answeredAt} /> },
]

function AnswerCard(row: Answer) {
  return (
    <div className={drawer.card}>
      <Who {...row} />
      <span className={drawer.facts}>
        <span className={drawer.caption}>{row.queue?.name}</span>
        <span className={drawer.caption}>
          <When at={row.answeredAt} />
        </span>
      </span>
    </div>
  )
}

/** Lists the contacts of campaigns of Vapi whose last answer has one reason. */
export function PredialDrawer({ reason, onClose }: { reason: PredialReason; onClose: () => void }) {
  const pages = usePages(listPredialAnswers, { query: { reason } })
  const shown = useMemo(columns, [])
  const total = pages.total && formatTotal(pages.total)
  return (
    <ListDrawer
      title={t(predialLabels[reason])}
      count={
        pages.total && plural(pages.total.value, { one: `${total} contact`, other: `${total} contacts` })
      }
      onClose={onClose}
      columns={shown}
      pages={pages}
      card={AnswerCard}
      placeKey={`predial ${reason}`}
      empty={<EmptyState icon={IconPhoneOff} title={t`No contact has this answer`} />}
    />
  )
}
