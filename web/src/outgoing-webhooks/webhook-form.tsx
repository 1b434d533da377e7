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
import { eventGroups, eventLabels } from './webhook-labels.ts'
import classes from './webhooks.module.css'

interface WebhookFormProps {
  webhook: RowOf<typeof listOutgoingWebhooks> | undefined
  onClose: () => void
  onDone: () => void
  onSecret: (secret: string) => void
}

const allEvents = Object.keys(eventLabels) as WebhookEvent[]
/** Chosen for a new webhook. */
const usualEvents: WebhookEvent[] = [
  'application.created',
  'application.moved',
  'application.closed',
  'call.ended',
]

/** The actions on an existing webhook that cannot be undone. */
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
    onError: (error) => toastError(error, t`New secret not created`),
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
      title: t`Create a new secret?`,
      text: t`Requests are then signed with the new secret only. Update your endpoint right away.`,
      action: t`Create new secret`,
    })
    if (yes) rotate.mutate()
  }
  async function askToDelete() {
    const yes = await confirm({
      title: t`Delete the webhook to ${host}?`,
      text: t`Its delivery log is deleted too.`,
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

/** The URL and the events of a webhook. */
export function WebhookForm(props: WebhookFormProps) {
  const { webhook, onClose, onDone, onSecret } = props
  const form = useForm({ initialValues: { url: webhook?.url ?? '', events: webhook?.events ?? usualEvents } })
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
          label={t`URL`}
          description={t`Must begin with https:// and be reachable from the internet`}
          placeholder="https://"
          type="url"
          required
          withAsterisk={false}
          maxLength={2000}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <Checkbox.Group label={t`Events`} {...form.getInputProps('events')}>
          <div className={classes.form}>
            {Object.entries(eventGroups).map(([kind, name]) => (
              <fieldset key={kind} className={classes.events}>
                <legend>{t(name)}</legend>
                {allEvents
                  .filter((event) => event.startsWith(`${kind}.`))
                  .map((event) => (
                    <Checkbox key={event} value={event} label={t(eventLabels[event])} description={event} />
                  ))}
              </fieldset>
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
