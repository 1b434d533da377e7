import { plural, t } from '@lingui/core/macro'
import { listJobs, listQueues } from '@muster/contract/admin-jobs.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { IconListCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import { endpointQuery, type RowOf } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatNumber, formatTotal, formatWhen } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import classes from './admin.module.css'
import { jobStateLabels, queueName, scheduleText } from './admin-labels.ts'
import { type JobsSearch, jobStates, rowsOf } from './admin-search.ts'
import { JobAction } from './job-action.tsx'
import { useOpenedRow } from './use-opened-row.ts'

type Job = RowOf<typeof listJobs>
type Queue = ResponseOf<typeof listQueues>['items'][number]

const JobDrawer = lazy(() => import('./job-drawer.tsx').then((module) => ({ default: module.JobDrawer })))

const route = getRouteApi('/admin/jobs')
/** Jobs send no live events. */
const refetchInterval = 5000

function QueueButton({ queue, pressed, onPress }: { queue: Queue; pressed: boolean; onPress: () => void }) {
  const { name, waiting, running, failed, oldestWaitingAt, schedule } = queue
  const waitingCount = formatTotal(waiting)
  const runningCount = formatTotal(running)
  const failedCount = formatTotal(failed)
  return (
    <button type="button" className={classes.queue} aria-pressed={pressed} onClick={onPress}>
      <strong className={classes.link}>{queueName(name)}</strong>
      <span>{t`${waitingCount} waiting, ${runningCount} running`}</span>
      <span className={failed.value > 0 ? classes.late : classes.faint}>{t`${failedCount} failed`}</span>
      <span className={classes.caption}>
        {oldestWaitingAt
          ? t`oldest since ${formatWhen(oldestWaitingAt)}`
          : schedule
            ? scheduleText(schedule)
            : t`no delay`}
      </span>
    </button>
  )
}

function State({ job: { state, attempts, mostAttempts } }: { job: Job }) {
  const tried = formatNumber(attempts)
  const most = formatNumber(mostAttempts)
  return (
    <span className={state === 'failed' ? classes.late : undefined}>
      {t(jobStateLabels[state])}
      {attempts > 1 && <span className={classes.faint}> · {t`attempt ${tried} of ${most}`}</span>}
    </span>
  )
}

function Name({ job: { id, queue } }: { job: Job }) {
  return (
    <TextLink
      from="/admin/jobs"
      to="/admin/jobs"
      search={(now) => ({ ...now, open: id })}
      className={classes.link}
    >
      {queueName(queue)}
    </TextLink>
  )
}

const jobColumns = (): Column<Job>[] => [
  { id: 'queue', header: t`Job`, width: 'minmax(150px, 1fr)', cell: (job) => <Name job={job} /> },
  { id: 'state', header: t`State`, width: 'minmax(150px, 1fr)', cell: (job) => <State job={job} /> },
  {
    id: 'error',
    header: t`Error`,
    width: 'minmax(140px, 2fr)',
    cell: ({ error }) => (
      <span className={classes.cut} title={error ?? undefined}>
        {error}
      </span>
    ),
  },
  {
    id: 'createdAt',
    header: t`Queued`,
    width: '130px',
    align: 'right',
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
  { id: 'action', header: '', width: '130px', align: 'right', cell: (job) => <JobAction job={job} /> },
]

/** Lists the queues, and the jobs with their states. */
export function JobList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = rowsOf(search)
  const { data } = useSuspenseQuery({ ...endpointQuery(listQueues), refetchInterval: refetchInterval })
  const pages = usePages(listJobs, { query })
  const columns = useMemo(jobColumns, [])
  const change = (changes: JobsSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const total = pages.total && formatTotal(pages.total)
  const close = () => change({ open: undefined })
  const opened = useOpenedRow(listJobs, pages, search.open, close)
  return (
    <>
      <section className={classes.queues} aria-label={t`Queues`}>
        {data.items.map((queue) => (
          <QueueButton
            key={queue.name}
            queue={queue}
            pressed={search.queue === queue.name}
            onPress={() => change({ queue: search.queue === queue.name ? undefined : queue.name })}
          />
        ))}
      </section>
      <ListToolbar
        total={pages.total && plural(pages.total.value, { one: `${total} job`, other: `${total} jobs` })}
      >
        <SearchInput label={t`Search errors`} value={search.q} onChange={(q) => change({ q })} />
        <ChoiceChip
          label={t`State`}
          any={t`any`}
          choices={jobStates.map((value) => ({ value, label: t(jobStateLabels[value]) }))}
          values={search.state}
          onChange={(state) => change({ state: state as JobsSearch['state'] })}
        />
      </ListToolbar>
      <DataTable
        label={t`Jobs`}
        columns={columns}
        pages={pages}
        onOpen={({ id }) => change({ open: id })}
        activeId={search.open}
        card={(job) => (
          <div className={classes.card}>
            <span className={classes.who}>
              <Name job={job} />
              <span className={classes.caption}>
                <State job={job} />
              </span>
            </span>
            <JobAction job={job} />
          </div>
        )}
        placeKey={`admin jobs ${JSON.stringify(query)}`}
        empty={
          <EmptyState
            icon={IconListCheck}
            title={t`No jobs`}
            text={t`No jobs match these filters. Completed jobs are kept for a week.`}
          />
        }
      />
      <Suspense>{opened && <JobDrawer job={opened} onClose={close} />}</Suspense>
    </>
  )
}
