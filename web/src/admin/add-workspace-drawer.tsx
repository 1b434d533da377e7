import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createWorkspace, listWorkspaces } from '@muster/contract/admin-workspaces.ts'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { countryChoices } from '../settings/countries.ts'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './admin.module.css'

interface AddWorkspaceDrawerProps {
  onClose: () => void
  /** Closes the drawer after saving and opens the new workspace. */
  onDone: (id: string) => void
}

const timezones = Intl.supportedValuesOf('timeZone')

function empty() {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    name: '',
    ownerName: '',
    ownerEmail: '',
    timezone: timezones.includes(here) ? here : 'UTC',
    defaultCountry: 'US',
  }
}

/** Creates a workspace and invites its owner. */
export function AddWorkspaceDrawer({ onClose, onDone }: AddWorkspaceDrawerProps) {
  const form = useForm({ initialValues: empty() })
  const countries = useMemo(countryChoices, [])
  useUnsavedGuard(form.isDirty(), undefined, { param: 'add' })
  const add = useMutation({
    mutationFn: (body: ReturnType<typeof empty>) => call(createWorkspace, { body }),
    onSuccess: ({ id, name }) => {
      toast(t`Created ${name} and invited the owner`)
      void invalidate(listWorkspaces)
      onDone(id)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT')
        form.setFieldError('ownerEmail', error.message)
      else showFormError(form, error, t`Workspace not created`)
    },
  })
  const field = { required: true, withAsterisk: false, autoComplete: 'off' } as const
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={t`Create workspace`}
    >
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
        <TextInput label={t`Name`} {...field} data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t`Owner name`} {...field} {...form.getInputProps('ownerName')} />
        <TextInput
          label={t`Owner email`}
          description={t`Receives an invitation that is valid for 7 days`}
          type="email"
          {...field}
          {...form.getInputProps('ownerEmail')}
        />
        <Select
          label={t`Timezone`}
          data={['UTC', ...timezones.filter((name) => name !== 'UTC')]}
          searchable
          allowDeselect={false}
          limit={60}
          {...form.getInputProps('timezone')}
        />
        <Select
          label={t`Country`}
          data={countries}
          searchable
          allowDeselect={false}
          limit={60}
          {...form.getInputProps('defaultCountry')}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={add.isPending}>
            <Trans>Create workspace</Trans>
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
