import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  createOutgoingWebhook,
  deleteOutgoingWebhook,
  listOutgoingWebhooks,
  rotateWebhookSecret,
  updateOutgoingWebhook,
  type WebhookEvent,
} from '@muster/contract/outgoing-webhooks.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { confirm } from '../ui/confirm.tsx'
import { showFormError } from '../ui/form-error.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { eventWords } from './webhook-words.ts'
import classes from './webhooks.module.css'

interface WebhookFormProps {
  webhook: RowOf<typeof listOutgoingWebhooks> | undefined
  onClose: () => void
  onDone: () => void
  onSecret: (secret: string) => void
}

const allEvents = Object.keys(eventWords) as WebhookEvent[]

/** What can only be done to a webhook there is, and not be taken back. */
function Manage({
  webhook,
  onDone,
  onSecret,
}: WebhookFormProps & { webhook: RowOf<typeof listOutgoingWebhooks> }) {
  const params = { id: webhook.id }
  const { host } = new URL(webhook.url)
  const rotate = useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params }),
    onSuccess: ({ secret }) => onSecret(secret),
    onError: (error) => toastError(error, t`No new secret made`),
    onSettled: () => invalidate(listOutgoingWebhooks),
  })
  const remove = useMutation({
    mutationFn: () => call(deleteOutgoingWebhook, { params }),
    onSuccess: () => {
      toast(t`Deleted the webhook to ${host}`)
      void invalidate(listOutgoingWebhooks)
      onDone()
    },
    onError: (error) => toastError(error, t`Webhook not deleted`),
  })
  async function askToRotate() {
    const yes = await confirm({
      title: t`Make a new secret?`,
      text: t`From then on messages are signed with the new one alone: give it to the receiver at once.`,
      action: t`Make a new secret`,
    })
    if (yes) rotate.mutate()
  }
  async function askToDelete() {
    const yes = await confirm({
      title: t`Delete the webhook to ${host}?`,
      text: t`The log of its deliveries goes with it.`,
      action: t`Delete`,
    })
    if (yes) remove.mutate()
  }
  return (
    <div className={classes.manage}>
      <Button variant="default" loading={rotate.isPending} onClick={() => void askToRotate()}>
        <Trans>New secret…</Trans>
      </Button>
      <Button variant="default" loading={remove.isPending} onClick={() => void askToDelete()}>
        <Trans>Delete…</Trans>
      </Button>
    </div>
  )
}

/** Where to and what of a webhook is told. */
export function WebhookForm(props: WebhookFormProps) {
  const { webhook, onClose, onDone, onSecret } = props
  const form = useForm({ initialValues: { url: webhook?.url ?? '', events: webhook?.events ?? allEvents } })
  useUnsavedGuard(form.isDirty(), undefined, { param: webhook ? 'webhook' : 'add' })
  const save = useMutation({
    mutationFn: (body: typeof form.values) =>
      webhook
        ? call(updateOutgoingWebhook, {
            params: { id: webhook.id },
            body: { ...body, version: webhook.version },
          })
        : call(createOutgoingWebhook, { body }),
    onSuccess: (saved) => {
      void invalidate(listOutgoingWebhooks)
      form.resetDirty()
      if ('secret' in saved) return onSecret(saved.secret as string)
      toast(t`Webhook saved`)
      onDone()
    },
    onError: (error) => showFormError(form, error, t`Webhook not saved`),
  })
  return (
    <>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <TextInput
          label={t`Address`}
          description={t`Begins with https:// and can be reached from the internet`}
          placeholder="https://"
          type="url"
          required
          withAsterisk={false}
          maxLength={2000}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <Checkbox.Group label={t`What it is told of`} {...form.getInputProps('events')}>
          <div className={classes.form}>
            {allEvents.map((event) => (
              <Checkbox key={event} value={event} label={t(eventWords[event])} description={event} />
            ))}
          </div>
        </Checkbox.Group>
        <div className={classes.buttons}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending}>
            {webhook ? <Trans>Save</Trans> : <Trans>Add webhook</Trans>}
          </Button>
        </div>
      </form>
      {webhook && <Manage {...props} webhook={webhook} />}
    </>
  )
}
