import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhook,
} from '@muster/contract/outgoing-webhooks.ts'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { endpointQuery, invalidate, type RowOf } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { formatDateTime } from '../ui/format.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { answerText, deliveryStates } from './webhook-labels.ts'
import classes from './webhooks.module.css'

type Delivery = RowOf<typeof listWebhookDeliveries>

function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

function Details({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const params = { id: webhookId, deliveryId: delivery.id }
  const { data, error, refetch } = useQuery(endpointQuery(getWebhookDelivery, { params }))
  const again = useMutation({
    mutationFn: () => call(redeliverWebhook, { params }),
    onSuccess: () => toast(t`Delivery resent`),
    onError: (problem) => toastError(problem, t`Not sent`),
    onSettled: () => invalidate(listWebhookDeliveries, getWebhookDelivery),
  })
  if (error) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton rows={3} />
  return (
    <div className={classes.details}>
      {data.nextAttemptAt && (
        <span className={classes.caption}>
          <Trans>
            Next attempt <When at={data.nextAttemptAt} />
          </Trans>
        </span>
      )}
      {data.answers.map(({ number, at, status, error: problem, answer, durationMs }) => (
        <div key={number}>
          <h3>
            {t`Attempt ${number}`} · {formatDateTime(at)} · {answerText({ status, error: problem })} ·{' '}
            {t({ message: `${durationMs} ms`, context: 'milliseconds, short' })}
          </h3>
          {answer && <pre>{answer}</pre>}
        </div>
      ))}
      {data.payload && (
        <div>
          <h3>
            <Trans>Payload</Trans>
          </h3>
          <pre>{readable(data.payload)}</pre>
        </div>
      )}
      <div>
        <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate()}>
          <Trans>Resend</Trans>
        </Button>
      </div>
    </div>
  )
}

/** Lists the deliveries of a webhook, newest first, with their responses. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const [state, setState] = useState<'all' | Delivery['state']>('all')
  const [open, setOpen] = useState<string>()
  const query = state === 'all' ? {} : { state }
  const pages = usePages(listWebhookDeliveries, { params: { id: webhookId }, query })
  return (
    <>
      <div className={classes.bar}>
        <ChoiceButtons
          label={t`Filter deliveries`}
          choices={[
            { value: 'all', label: t`All` },
            { value: 'pending', label: t(deliveryStates.pending) },
            { value: 'failed', label: t(deliveryStates.failed) },
          ]}
          chosen={state === 'delivered' ? 'all' : state}
          onChoose={setState}
        />
        <Button variant="default" size="xs" onClick={pages.retry}>
          <Trans>Refresh</Trans>
        </Button>
      </div>
      {pages.error !== null && <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />}
      {pages.isPending && <TableSkeleton rows={6} />}
      {!pages.isPending && pages.error === null && pages.rows.length === 0 && (
        <EmptyState
          icon={IconSend}
          title={t`No deliveries`}
          text={t`Deliveries appear here as events happen and are kept for 30 days.`}
        />
      )}
      <ul className={classes.list}>
        {pages.rows.map((row) => (
          <li key={row.id} className={classes.delivery}>
            <button
              type="button"
              aria-expanded={open === row.id}
              onClick={() => setOpen(open === row.id ? undefined : row.id)}
            >
              <span className={classes.event}>{row.event}</span>
              <span className={row.state === 'failed' ? classes.wrong : undefined}>
                {t(deliveryStates[row.state])}
              </span>
              <span className={classes.caption}>
                {row.last && <>{answerText(row.last)} · </>}
                {row.attempts > 1 && (
                  <>{plural(row.attempts, { one: '# attempt', other: '# attempts' })} · </>
                )}
                <When at={row.createdAt} />
              </span>
            </button>
            {open === row.id && <Details webhookId={webhookId} delivery={row} />}
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} />
    </>
  )
}
