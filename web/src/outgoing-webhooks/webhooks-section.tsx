import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import {
  listOutgoingWebhooks,
  listWebhookDeliveries,
  testOutgoingWebhook,
  updateOutgoingWebhook,
} from '@muster/contract/outgoing-webhooks.ts'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { invalidate, patchRow, type RowOf } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { eventLabels } from './webhook-labels.ts'
import classes from './webhooks.module.css'

const WebhookDrawer = lazy(() =>
  import('./webhook-drawer.tsx').then((module) => ({ default: module.WebhookDrawer })),
)

const route = getRouteApi('/settings/webhooks')

type Webhook = RowOf<typeof listOutgoingWebhooks>

function Health({ webhook }: { webhook: Webhook }) {
  const { active, pausedBecause, failingSince } = webhook
  if (pausedBecause === 'gone')
    return (
      <span className={classes.wrong}>
        <Trans>Paused: the endpoint returned 410 Gone</Trans>
      </span>
    )
  if (pausedBecause === 'failing')
    return (
      <span className={classes.wrong}>
        <Trans>Paused after repeated delivery failures</Trans>
      </span>
    )
  if (pausedBecause === 'port_not_allowed')
    return (
      <span className={classes.wrong}>
        <Trans>Paused: this port is not allowed. Change the URL.</Trans>
      </span>
    )
  if (pausedBecause === 'not_https')
    return (
      <span className={classes.wrong}>
        <Trans>Paused: the URL must begin with https://. Change the URL.</Trans>
      </span>
    )
  if (!active) return <Trans>Paused</Trans>
  if (failingSince)
    return (
      <span className={classes.wrong}>
        <Trans>
          No successful delivery since <When at={failingSince} />
        </Trans>
      </span>
    )
  return null
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, events, active } = webhook
  const { host } = new URL(url)
  const toggle = useMutation({
    mutationFn: (on: boolean) => call(updateOutgoingWebhook, { params: { id }, body: { active: on } }),
    onMutate: (on) => patchRow(listOutgoingWebhooks, id, { active: on, pausedBecause: null }),
    onSuccess: (_, on) => toast(on ? t`Resumed the webhook to ${host}` : t`Paused the webhook to ${host}`),
    onError: (error, _on, rollBack) => {
      rollBack?.()
      toastError(error, t`Not changed`)
    },
    onSettled: () => invalidate(listOutgoingWebhooks),
  })
  const test = useMutation({
    mutationFn: () => call(testOutgoingWebhook, { params: { id } }),
    onSuccess: () => {
      toast(t`Sending test to ${host}`)
      void invalidate(listWebhookDeliveries)
    },
    onError: (error) => toastError(error, t`Test not sent`),
  })
  return (
    <li className={classes.webhook}>
      <div className={classes.what}>
        <TextLink to="/settings/webhooks" search={{ webhook: id }} className={classes.url}>
          {url}
        </TextLink>
        <span className={classes.caption}>{events.map((event) => t(eventLabels[event])).join(' · ')}</span>
        <span className={classes.caption}>
          <Health webhook={webhook} />
        </span>
      </div>
      <div className={classes.actions}>
        <LinkButton
          to="/settings/webhooks"
          search={{ webhook: id, part: 'deliveries' }}
          variant="default"
          size="xs"
          aria-label={t`Deliveries to ${host}`}
        >
          <Trans>Deliveries</Trans>
        </LinkButton>
        <Button
          variant="default"
          size="xs"
          loading={test.isPending}
          aria-label={t`Send test to ${host}`}
          onClick={() => test.mutate()}
        >
          <Trans>Send test</Trans>
        </Button>
        <Switch
          checked={active}
          aria-label={t`Webhook to ${host} active`}
          onChange={({ currentTarget: { checked } }) => toggle.mutate(checked)}
        />
      </div>
    </li>
  )
}

/** Lists the outgoing webhooks. */
export function WebhooksSection() {
  const { add, webhook, part } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listOutgoingWebhooks, { query: {} })
  const close = (ignoreBlocker = false) => void navigate({ search: {}, replace: true, ignoreBlocker })
  const opened = pages.rows.find(({ id }) => id === webhook)
  return (
    <>
      <Section
        title={t`Outgoing webhooks`}
        text={t`Muster sends signed events to your URLs and retries failed deliveries for a day.`}
        action={
          <LinkButton
            to="/settings/webhooks"
            search={{ add: true }}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Add webhook</Trans>
          </LinkButton>
        }
      >
        {pages.error !== null && <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />}
        {pages.isPending && <TableSkeleton rows={3} />}
        {!pages.isPending && pages.error === null && pages.rows.length === 0 && (
          <EmptyState
            icon={IconWebhook}
            title={t`No webhooks yet`}
            text={t`Add a URL to receive events about applications and calls.`}
          />
        )}
        {pages.rows.length > 0 && (
          <ul className={classes.list}>
            {pages.rows.map((row) => (
              <WebhookRow key={row.id} webhook={row} />
            ))}
          </ul>
        )}
      </Section>
      <Suspense>
        {(add || opened) && (
          <WebhookDrawer
            key={`${opened?.id ?? 'new'} ${part}`}
            webhook={opened}
            part={part}
            onClose={() => close()}
            onDone={() => close(true)}
          />
        )}
      </Suspense>
    </>
  )
}
