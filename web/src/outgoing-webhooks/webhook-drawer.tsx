import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import type { listOutgoingWebhooks } from '@muster/contract/outgoing-webhooks.ts'
import { useState } from 'react'
import type { RowOf } from '../api/query.ts'
import { OneTimeSecret } from '../api-keys/one-time-secret.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { Deliveries } from './deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'

interface WebhookDrawerProps {
  /** Undefined for a new webhook. */
  webhook: RowOf<typeof listOutgoingWebhooks> | undefined
  part: 'deliveries' | undefined
  onClose: () => void
  /** Closes the drawer after saving. */
  onDone: () => void
}

/** A webhook: its settings, or its deliveries. */
export function WebhookDrawer({ webhook, part, onClose, onDone }: WebhookDrawerProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const host = webhook ? new URL(webhook.url).host : ''
  const title = webhook ? (part ? t`Deliveries to ${host}` : t`Webhook to ${host}`) : t`Add webhook`
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size={part ? 'min(640px, 100vw)' : 'min(480px, 100vw)'}
      title={title}
      closeOnClickOutside={secret === null}
    >
      {secret !== null ? (
        <OneTimeSecret
          secret={secret}
          text={t`Use this secret to verify that requests come from Muster.`}
          onDone={onDone}
        />
      ) : webhook && part ? (
        <Deliveries webhookId={webhook.id} />
      ) : (
        <WebhookForm webhook={webhook} onClose={onClose} onDone={onDone} onSecret={setSecret} />
      )}
    </Drawer>
  )
}
