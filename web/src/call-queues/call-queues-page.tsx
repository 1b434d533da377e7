import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { deleteCallQueue, listCallQueues, restoreCallQueue } from '@muster/contract/call-queues.ts'
import { IconHeadset, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { IconButton } from '../layout/icon-button.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { AddLink } from '../ui/add-link.tsx'
import { formatNumber } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './call-queues.module.css'
import {
  delaysText,
  orderLabels,
  questionsText,
  queueStates,
  rulesText,
  stateLabels,
} from './queue-labels.ts'
import { type CallQueue, countsQuery, queuesQuery } from './queue-queries.ts'

const QueueDialog = lazy(() =>
  import('./queue-dialog.tsx').then((module) => ({ default: module.QueueDialog })),
)

/** Loaded from here, so that the first load does not name its files. */
export const WallboardPage = lazy(() =>
  import('../call-wallboard/wallboard-page.tsx').then((module) => ({ default: module.WallboardPage })),
)

const route = getRouteApi('/call-queues')

function Counts({ id }: { id: string }) {
  const { data, error } = useQuery(countsQuery(id))
  if (error && !data) return <p className={classes.caption}>{errorMessage(error)}</p>
  return (
    <dl className={classes.counts}>
      {queueStates.map((state) => (
        <div key={state} data-state={state}>
          <dt>{t(stateLabels[state])}</dt>
          <dd>
            {data ? (
              formatNumber(
                data.groups.reduce((sum, group) => sum + (group.state === state ? group.count : 0), 0),
              )
            ) : (
              <Skeleton width={28} height={16} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

async function restore({ id, name }: CallQueue) {
  try {
    await call(restoreCallQueue, { params: { id } })
    toast(t`Restored ${name}`)
  } catch (error) {
    toastError(error, t`Not restored`)
  }
  await invalidate(listCallQueues)
}

async function remove(queue: CallQueue) {
  const { id, name } = queue
  try {
    await call(deleteCallQueue, { params: { id } })
    toast(t`Deleted ${name}`, () => void restore(queue))
  } catch (error) {
    toastError(error, t`Not deleted`)
  }
  await invalidate(listCallQueues)
}

function QueueRow({ queue, onEdit }: { queue: CallQueue; onEdit: () => void }) {
  const { id, name, order, can } = queue
  const delays = delaysText(queue)
  return (
    <li className={classes.item}>
      <div className={classes.about}>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.caption}>{rulesText(queue)}</p>
        {delays && <p className={classes.caption}>{delays}</p>}
        <p className={classes.caption}>
          {[t(orderLabels[order]), questionsText(queue)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Counts id={id} />
      <div className={classes.actions}>
        {can.edit && (
          <>
            <IconButton icon={IconPencil} label={t`Edit ${name}`} onClick={onEdit} />
            <IconButton icon={IconTrash} label={t`Delete ${name}`} onClick={() => void remove(queue)} />
          </>
        )}
        <LinkButton
          variant="default"
          to="/call-queues/$id"
          params={{ id }}
          aria-label={t`Start calling: ${name}`}
        >
          <Trans>Start calling</Trans>
        </LinkButton>
      </div>
    </li>
  )
}

/** Lists the call queues with how many people are ready, waiting and blocked in each. */
export function CallQueuesPage() {
  const { add, edit } = route.useSearch()
  const navigate = route.useNavigate()
  const mayManage = usePermission('call-queues:manage')
  const { data, error, refetch } = useQuery(queuesQuery)
  const show = (search: { add?: true; edit?: string }) => void navigate({ search, replace: true })
  const actions = mayManage && (
    <>
      <LinkButton variant="default" to="/call-queues/wallboard">
        <Trans>Wallboard</Trans>
      </LinkButton>
      <AddLink to="/call-queues" search={{ add: true }}>
        <Trans>Add queue</Trans>
      </AddLink>
    </>
  )
  const edited = data?.items.find(({ id }) => id === edit)
  return (
    <Page title={t`Call queues`} actions={actions}>
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState
          icon={IconHeadset}
          title={t`No call queues yet`}
          text={t`A queue decides whom to call next, at which hours and how often. Callers take one person after another.`}
          action={
            mayManage && (
              <Button onClick={() => show({ add: true })}>
                <Trans>Add queue</Trans>
              </Button>
            )
          }
        />
      ) : (
        <ul className={classes.list}>
          {data
            ? data.items.map((queue) => (
                <QueueRow key={queue.id} queue={queue} onEdit={() => show({ edit: queue.id })} />
              ))
            : [1, 2].map((key) => <Skeleton key={key} height={76} />)}
        </ul>
      )}
      <Suspense>
        {mayManage && (add || edited) && (
          <QueueDialog key={edit ?? 'new'} queue={edited} onClose={() => show({})} />
        )}
      </Suspense>
    </Page>
  )
}
