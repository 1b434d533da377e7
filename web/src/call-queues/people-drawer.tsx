import { plural, t } from '@lingui/core/macro'
import { exportQueuedPeople, listQueuedPeople, type QueueReason } from '@muster/contract/call-queues.ts'
import { IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import drawer from '../calls/calls-drawer.module.css'
import { ListDrawer } from '../calls/list-drawer.tsx'
import { ExportListButton } from '../exports/export-list-button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { formatTimesOfDay, formatTotal, formatWhen } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import { reasonLabels } from './queue-labels.ts'

type Queued = RowOf<typeof listQueuedPeople>

function Who({ id, candidate, position }: Queued) {
  return (
    <span className={drawer.who}>
      <TextLink to="/applications/$id" params={{ id }} className={drawer.name}>
        {candidate.name}
      </TextLink>
      <span className={drawer.caption}>
        {position.name} · {position.companyName}
      </span>
    </span>
  )
}

function when({ readyAt, callbackAt }: Queued): string {
  const at = readyAt ?? callbackAt
  return at ? formatWhen(at) : ''
}

const columns = (): Column<Queued>[] => [
  { id: 'candidate', header: t`Candidate`, width: 'minmax(180px, 2fr)', cell: Who },
  { id: 'ready', header: t`Ready`, width: '132px', cell: when },
  {
    id: 'localTime',
    header: t`Local time`,
    width: '110px',
    cell: ({ localTime }) => formatTimesOfDay(localTime ?? ''),
  },
  {
    id: 'last',
    header: t`Last call`,
    width: 'minmax(120px, 1fr)',
    cell: ({ lastContactResult }) => lastContactResult,
  },
]

function PersonCard(row: Queued) {
  return (
    <div className={drawer.card}>
      <Who {...row} />
      <span className={drawer.facts}>
        <span>{row.lastContactResult}</span>
        <span className={drawer.caption}>{when(row)}</span>
      </span>
    </div>
  )
}

interface PeopleDrawerProps {
  id: string
  reason: QueueReason
  /** The reasons are those for a voice campaign, which calls anyone or only people with consent. */
  campaign?: 'anyone' | 'with_consent'
  onClose: () => void
}

/** Lists the people of a queue with one reason. */
export function PeopleDrawer({ id, reason, campaign, onClose }: PeopleDrawerProps) {
  const navigate = useNavigate()
  const pages = usePages(listQueuedPeople, { params: { id }, query: { reason, campaign } })
  const shown = useMemo(columns, [])
  const total = pages.total && formatTotal(pages.total)
  return (
    <ListDrawer
      title={t(reasonLabels[reason])}
      count={pages.total && plural(pages.total.value, { one: `${total} person`, other: `${total} people` })}
      action={
        <ExportListButton
          endpoint={exportQueuedPeople}
          params={{ id }}
          query={{ reason, campaign }}
          label={t`People with this reason`}
        />
      }
      onClose={onClose}
      columns={shown}
      pages={pages}
      onOpen={(row) => void navigate({ to: '/applications/$id', params: { id: row.id } })}
      card={PersonCard}
      placeKey={`queue ${id} ${reason}`}
      empty={<EmptyState icon={IconUsers} title={t`Nobody has this reason now`} />}
    />
  )
}
