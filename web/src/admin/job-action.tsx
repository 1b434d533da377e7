import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { cancelJob, listJobs, listQueues, retryJob } from '@muster/contract/admin-jobs.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'

type Job = RowOf<typeof listJobs>

function useJobActions(job: Job) {
  const params = { id: job.id }
  const onSettled = () => invalidate(listJobs, listQueues)
  const retry = useMutation({
    mutationFn: () => call(retryJob, { params }),
    onSuccess: () => toast(t`Job queued again`),
    onError: (error) => toastError(error, t`Job not retried`),
    onSettled,
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelJob, { params }),
    onSuccess: () => toast(t`Canceled`, () => retry.mutate()),
    onError: (error) => toastError(error, t`Job not canceled`),
    onSettled,
  })
  return { retry, cancel }
}

/** The action that the job's state allows: retry or cancel. */
export function JobAction({ job }: { job: Job }) {
  const { retry, cancel } = useJobActions(job)
  if (job.can.retry)
    return (
      <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        <Trans>Retry job</Trans>
      </Button>
    )
  if (job.can.cancel)
    return (
      <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        <Trans>Cancel job</Trans>
      </Button>
    )
  return null
}
