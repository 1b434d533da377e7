import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { cancelJob, listJobs, listQueues, retryJob } from '@muster/contract/admin-jobs.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'

type Job = RowOf<typeof listJobs>

function useAct(job: Job) {
  const params = { id: job.id }
  const onSettled = () => invalidate(listJobs, listQueues)
  const retry = useMutation({
    mutationFn: () => call(retryJob, { params }),
    onSuccess: () => toast(t`It is tried again`),
    onError: (error) => toastError(error, t`Not tried again`),
    onSettled,
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelJob, { params }),
    onSuccess: () => toast(t`Called off`, () => retry.mutate()),
    onError: (error) => toastError(error, t`Not called off`),
    onSettled,
  })
  return { retry, cancel }
}

/** What can be done with a job as it is: try it again, or call it off. */
export function JobAction({ job }: { job: Job }) {
  const { retry, cancel } = useAct(job)
  if (job.can.retry)
    return (
      <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        <Trans>Try again</Trans>
      </Button>
    )
  if (job.can.cancel)
    return (
      <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        <Trans>Call off</Trans>
      </Button>
    )
  return null
}
