import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { exportCalls, listCalls } from '@muster/contract/calls.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { IconArrowDownLeft, IconPhoneOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatClock, formatDateTime, formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { type CallDirection, callResult, directionLabels } from './call-labels.ts'
import classes from './calls-drawer.module.css'

type Call = RowOf<typeof listCalls>

/** The filters of the list of calls, as a figure counts them. */
export type CallsQuery = Omit<CallOf<typeof listCalls>['query'], 'cursor' | 'limit' | 'sort'>

interface CallsDrawerProps {
  /** Undefined while closed. */
  query: CallsQuery | undefined
  /** What the calls have in common, as on the figure that opened them. */
  title: string
  onClose: () => void
}

function Who({ application }: Call) {
  if (!application)
    return (
      <span className={classes.caption}>
        <Trans>No application</Trans>
      </span>
    )
  return (
    <span className={classes.who}>
      <TextLink to="/applications/$id" params={{ id: application.id }} className={classes.name}>
        {application.candidateName}
      </TextLink>
      <span className={classes.caption}>{application.positionName}</span>
    </span>
  )
}

function When({ startedAt, direction }: Call) {
  return (
    <span className={classes.when}>
      {formatDateTime(startedAt)}
      {direction === 'inbound' && (
        <IconArrowDownLeft size={14} stroke={1.6} role="img" aria-label={t(directionLabels.inbound)} />
      )}
    </span>
  )
}

/** The agent, else who logged the call. */
function By({ agent, loggedBy }: Call) {
  const caller = agent ?? loggedBy
  if (!caller) return null
  return (
    <span className={classes.by}>
      <Avatar name={caller.name} robot={agent?.kind === 'voice'} decorative />
      <span>{caller.name}</span>
    </span>
  )
}

const length = ({ durationSeconds }: Call) => (durationSeconds === null ? '' : formatClock(durationSeconds))

const columns = (): Column<Call>[] => [
  { id: 'candidate', header: t`Candidate`, width: 'minmax(180px, 2fr)', cell: Who },
  { id: 'result', header: t`Result`, width: 'minmax(140px, 1fr)', cell: callResult },
  { id: 'length', header: t`Length`, width: '64px', align: 'right', cell: length },
  { id: 'agent', header: t`Agent`, width: 'minmax(110px, 1fr)', cell: By },
  { id: 'started', header: t`Started`, width: '172px', cell: When },
]

/** A call on a narrow screen. */
function CallCard(call: Call) {
  return (
    <div className={classes.card}>
      <Who {...call} />
      <span className={classes.facts}>
        <span>{callResult(call)}</span>
        <span className={classes.caption}>
          {length(call)} · <When {...call} />
        </span>
      </span>
    </div>
  )
}

type Direction = CallDirection | 'any'

/** Shown when the query may match both directions. */
function DirectionFilter({ chosen, onChoose }: { chosen: Direction; onChoose: (to: Direction) => void }) {
  return (
    <ChoiceButtons
      label={t`Direction`}
      choices={[
        { value: 'any', label: t({ message: 'All', context: 'calls' }) },
        { value: 'outbound', label: t(directionLabels.outbound) },
        { value: 'inbound', label: t(directionLabels.inbound) },
      ]}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

function Calls({ query: counted, title }: { query: CallsQuery; title: string }) {
  const [direction, setDirection] = useState<Direction>('any')
  const mayBeInbound = counted.placed !== 'true' && counted.direction === undefined
  const query = direction === 'any' || !mayBeInbound ? counted : { ...counted, direction }
  const navigate = useNavigate()
  const pages = usePages(listCalls, { query })
  const shown = useMemo(columns, [])
  const total = pages.total && formatTotal(pages.total)
  return (
    <>
      <div className={classes.bar}>
        <span aria-live="polite">
          {pages.total &&
            !pages.isOutdated &&
            plural(pages.total.value, { one: `${total} call`, other: `${total} calls` })}
        </span>
        {mayBeInbound && <DirectionFilter chosen={direction} onChoose={setDirection} />}
        <ExportListButton endpoint={exportCalls} query={query} />
      </div>
      <DataTable
        label={title}
        columns={shown}
        pages={pages}
        onOpen={({ application }) => {
          if (application) void navigate({ to: '/applications/$id', params: { id: application.id } })
        }}
        card={CallCard}
        placeKey={`calls ${JSON.stringify(query)}`}
        empty={<EmptyState icon={IconPhoneOff} title={t`No matching calls`} />}
      />
    </>
  )
}

/** Lists the calls behind a figure, newest first, each with a link to its application. */
export function CallsDrawer({ query, title, onClose }: CallsDrawerProps) {
  return (
    <Drawer
      opened={useOpened(query !== undefined)}
      onClose={onClose}
      position="right"
      size="min(860px, 100vw)"
      title={title}
      classNames={{ content: classes.drawer, body: classes.body }}
    >
      {query && <Calls query={query} title={title} />}
    </Drawer>
  )
}
