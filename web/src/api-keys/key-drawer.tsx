import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createApiKey, listApiKeys, updateApiKey } from '@muster/contract/api-keys.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { showFormError } from '../ui/form-error.ts'
import { formatDay } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './api-keys.module.css'
import { KeyRights } from './key-rights.tsx'
import { OneTimeSecret } from './one-time-secret.tsx'

type Rights = BodyOf<typeof createApiKey>['permissions']

interface KeyDrawerProps {
  /** Undefined for a new key. */
  apiKey: RowOf<typeof listApiKeys> | undefined
  onClose: () => void
  /** Closes the drawer after saving. */
  onDone: () => void
}

const days = ['30', '90', '365'] as const

function expiryOf(choice: string, before: string | null | undefined): string | null {
  if (choice === 'never') return null
  if (choice === 'as-is') return before ?? null
  return new Date(Date.now() + Number(choice) * 86_400_000).toISOString()
}

/** Creates a key, which is shown once, or edits one. */
export function KeyDrawer({ apiKey, onClose, onDone }: KeyDrawerProps) {
  const form = useForm({
    initialValues: {
      name: apiKey?.name ?? '',
      expiry: apiKey ? (apiKey.expiresAt ? 'as-is' : 'never') : '90',
      permissions: (apiKey?.permissions ?? []) as Rights,
    },
  })
  const save = useMutation({
    mutationFn: ({ name, expiry, permissions }: typeof form.values) => {
      const body = { name, permissions, expiresAt: expiryOf(expiry, apiKey?.expiresAt) }
      return apiKey
        ? call(updateApiKey, { params: { id: apiKey.id }, body: { ...body, version: apiKey.version } })
        : call(createApiKey, { body })
    },
    onSuccess: (saved) => {
      void invalidate(listApiKeys)
      form.resetDirty()
      if ('key' in saved) return
      toast(t`Saved ${saved.name}`)
      onDone()
    },
    onError: (error) => showFormError(form, error, t`API key not saved`),
  })
  const made = save.data && 'key' in save.data ? (save.data.key as string) : null
  useUnsavedGuard(made === null && form.isDirty(), undefined, { param: apiKey ? 'key' : 'add' })
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={apiKey ? apiKey.name : t`Create API key`}
      closeOnClickOutside={made === null}
    >
      {made ? (
        <OneTimeSecret
          secret={made}
          text={t`Copy your API key. Send it with each request as “Authorization: Bearer …”.`}
          onDone={onDone}
        />
      ) : (
        <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <TextInput
            label={t`Name`}
            description={t`The integration that uses this key`}
            required
            withAsterisk={false}
            maxLength={80}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Select
            label={t`Expires`}
            allowDeselect={false}
            data={[
              ...(apiKey?.expiresAt ? [{ value: 'as-is', label: formatDay(apiKey.expiresAt) }] : []),
              ...days.map((value) => ({
                value,
                label: value === '365' ? t`in a year` : t`in ${value} days`,
              })),
              { value: 'never', label: t`never` },
            ]}
            {...form.getInputProps('expiry')}
            error={form.errors.expiresAt}
          />
          <KeyRights
            value={form.values.permissions}
            onChange={(permissions) => form.setFieldValue('permissions', permissions as Rights)}
            error={form.errors.permissions as string | undefined}
          />
          <div className={classes.buttons}>
            <Button variant="subtle" color="gray" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={save.isPending}>
              {apiKey ? <Trans>Save</Trans> : <Trans>Create API key</Trans>}
            </Button>
          </div>
        </form>
      )}
    </Drawer>
  )
}
