import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import type { listOutgoingWebhooks } from '@muster/contract/outgoing-webhooks.ts'
import { useState } from 'react'
import type { RowOf } from '../api/query.ts'
import { ShownOnce } from '../api-keys/shown-once.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { Deliveries } from './deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'

interface WebhookDrawerProps {
  /** Left out: a new one. */
  webhook: RowOf<typeof listOutgoingWebhooks> | undefined
  part: 'deliveries' | undefined
  onClose: () => void
  /** Closes it, with nothing left to save. */
  onDone: () => void
}

/** A webhook: what it is told of, or what it was told. */
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
        <ShownOnce
          secret={secret}
          text={t`With this secret the receiver checks that a message is ours.`}
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
