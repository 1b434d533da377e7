import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { listImports } from '@muster/contract/import-status.ts'
import { listNotifications, readNotifications } from '@muster/contract/notifications.ts'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import {
  type Icon,
  IconAt,
  IconBuilding,
  IconCalendarEvent,
  IconCircleCheck,
  IconClockExclamation,
  IconFileImport,
  IconPhoneCall,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import { formatDuration, formatNumber, formatWhen } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { useNow } from '../ui/now.ts'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { dayQueries, laterCallbacks, now } from './day-queries.ts'
import { type ReportSearch, sliceOf } from './report-search.ts'
import { RowsLink } from './rows-link.tsx'

type Import = RowOf<typeof listImports>

/** How long the rows that an import left out are offered, in days. */
const importDays = 14
const dayMs = 86_400_000

/** Returns the latest import with rows left out for somebody to decide. */
function importToDecide(items: readonly Import[]): { one: Import; rows: number } | undefined {
  for (const one of items) {
    const rows = one.conflicts + one.invalid
    const recent = Date.now() - Date.parse(one.createdAt) < importDays * dayMs
    if (recent && one.state === 'completed' && !one.undo && rows > 0) return { one, rows }
  }
  return undefined
}

/** Marks the mention as read, as in the list of notifications. A failure leaves it unread. */
async function markRead(id: string): Promise<void> {
  await call(readNotifications, { body: { ids: [id] } }).catch(() => undefined)
  await invalidate(listNotifications)
}

interface Need {
  key: string
  icon: Icon
  title: string
  text: string
  count: number
  tone?: 'late' | 'warn'
  /** The rows it counts, or where it leads. */
  opens: ReportFigure | ((children: ReactNode) => ReactNode)
}

/** Returns what needs somebody, most urgent first; undefined while it loads. */
function useNeeds(search: ReportSearch) {
  const minute = useNow()
  const queries = dayQueries(search)
  const summary = useQuery(queries.summary)
  const leads = useQuery(queries.leads)
  const callback = useQuery(queries.callback)
  const later = useQuery(queries.later)
  const submitted = useQuery(queries.submitted)
  const mentions = useQuery(queries.mentions)
  const imports = useQuery(queries.imports)
  // A part that fails or is not allowed leaves its entry out; only the figures themselves are waited for.
  const isPending = [callback, later, submitted, mentions, imports].some(({ isLoading }) => isLoading)
  const failed = [summary, leads].find(({ data, error }) => error !== null && data === undefined)
  if (failed || isPending || !summary.data || !leads.data)
    return { error: failed?.error ?? null, refetch: () => failed?.refetch() }

  const { items } = leads.data
  const countOf = (type: string) => items.find((item) => item.type === type)?.count ?? 0
  const latest = items.reduce((most, item) => (item.late > most.late ? item : most), items[0]!)
  const first = callback.data?.items[0]
  const next = later.data?.items[0]
  const toCome = later.data?.total.value ?? 0
  const longest = submitted.data?.items[0]
  const mention = mentions.data?.items[0]
  const mentioned = mentions.data?.total.value ?? 0
  const decide = importToDecide(imports.data?.items ?? [])
  const late = summary.data.late
  const lateCount = formatNumber(latest?.late ?? 0)
  const lateStatus = latest ? t(statusTypeLabels[latest.type]) : ''
  const needs: Need[] = [
    {
      key: 'callbacks',
      icon: IconPhoneCall,
      count: summary.data.callbacksDue,
      tone: 'warn',
      title: plural(summary.data.callbacksDue, { one: '# callback due', other: '# callbacks due' }),
      text: first?.callbackAt
        ? t`Earliest: ${first.candidate.name}, ${formatWhen(first.callbackAt, minute)}`
        : t`Callbacks due now or earlier`,
      opens: { counts: 'callbacksDue' },
    },
    {
      key: 'later',
      icon: IconPhoneCall,
      count: toCome,
      title: plural(toCome, {
        one: '# callback today or tomorrow',
        other: '# callbacks today or tomorrow',
      }),
      text: next?.callbackAt ? t`Next: ${next.candidate.name}, ${formatWhen(next.callbackAt, minute)}` : '',
      opens: (children) => (
        <TextLink to="/applications" search={laterCallbacks(search) as never} className={classes.need}>
          {children}
        </TextLink>
      ),
    },
    {
      key: 'late',
      icon: IconClockExclamation,
      count: late,
      tone: 'late',
      title: plural(late, { one: '# overdue application', other: '# overdue applications' }),
      text: t`Most in ${lateStatus}: ${lateCount}`,
      opens: { counts: 'late' },
    },
    {
      key: 'submitted',
      icon: IconBuilding,
      count: countOf('submitted'),
      title: plural(countOf('submitted'), {
        one: '# submission awaiting a decision',
        other: '# submissions awaiting a decision',
      }),
      text: longest
        ? t`Longest wait: ${longest.company.name}, ${formatDuration((minute - Date.parse(longest.enteredStatusAt)) / 1000)}`
        : t`Submitted, no decision yet`,
      opens: { counts: 'open', type: 'submitted' },
    },
    {
      key: 'interviews',
      icon: IconCalendarEvent,
      count: countOf('interview'),
      title: plural(countOf('interview'), {
        one: '# interview without a result',
        other: '# interviews without a result',
      }),
      text: t`Applications in interview`,
      opens: { counts: 'open', type: 'interview' },
    },
    {
      key: 'mentions',
      icon: IconAt,
      count: mentioned,
      title: plural(mentioned, { one: '# unread mention', other: '# unread mentions' }),
      text: mention?.text ?? '',
      opens: (children) => (
        <TextLink
          to="/applications/$id"
          params={{ id: mention?.applicationId ?? '' } as never}
          search={(mention?.entryId ? { entry: mention.entryId } : {}) as never}
          className={classes.need}
          onClick={() => mention && void markRead(mention.id)}
        >
          {children}
        </TextLink>
      ),
    },
    {
      key: 'imports',
      icon: IconFileImport,
      count: decide?.rows ?? 0,
      title: plural(decide?.rows ?? 0, {
        one: '# imported row to review',
        other: '# imported rows to review',
      }),
      text: decide?.one.fileName ?? '',
      opens: (children) => (
        <TextLink to="/imports/new" search={{ id: decide?.one.id } as never} className={classes.need}>
          {children}
        </TextLink>
      ),
    },
  ]
  return { data: needs.filter(({ count }) => count > 0), error: null, refetch: () => undefined }
}

function NeedRow({ need, search }: { need: Need; search: ReportSearch }) {
  const { icon: NeedIcon, title, text, tone, opens } = need
  const content = (
    <>
      <span className={classes.needIcon} data-tone={tone}>
        <NeedIcon size={16} stroke={1.6} aria-hidden />
      </span>
      <span className={classes.needWords}>
        <span className={classes.needTitle}>{title}</span>
        <span className={classes.needText} title={text}>
          {text}
        </span>
      </span>
    </>
  )
  return (
    <li>
      {typeof opens === 'function' ? (
        opens(content)
      ) : (
        <RowsLink counts={opens} period={now} slice={sliceOf(search)} className={classes.need}>
          {content}
        </RowsLink>
      )}
    </li>
  )
}

/** Lists only what needs somebody now, most urgent first. */
export function NeedsYou({ search }: { search: ReportSearch }) {
  const query = useNeeds(search)
  return (
    <Card title={t`Needs your attention`} query={query} area="needs">
      {(needs) =>
        needs.length === 0 ? (
          <p className={classes.nothing}>
            <IconCircleCheck size={20} stroke={1.6} aria-hidden />
            <Trans>You're all caught up. Nothing is due or overdue.</Trans>
          </p>
        ) : (
          <ul className={classes.needs}>
            {needs.map((need) => (
              <NeedRow key={need.key} need={need} search={search} />
            ))}
          </ul>
        )
      }
    </Card>
  )
}
