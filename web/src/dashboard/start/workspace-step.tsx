import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { updateProfile } from '@muster/contract/own-account.ts'
import { getStart, givenUserName } from '@muster/contract/start.ts'
import { updateWorkspace } from '@muster/contract/workspace.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useCurrentUser } from '../../session/session.ts'
import { showSavedWorkspace } from '../../session/show-saved-workspace.ts'
import { storeUser } from '../../session/stored-session.ts'
import { showFormError } from '../../ui/form-error.ts'
import classes from './start.module.css'
import type { Workspace } from './steps.tsx'

const timezones = Intl.supportedValuesOf('timeZone')

interface WorkspaceStepProps {
  workspace: Workspace
  onDone: () => void
  skip: ReactNode
}

/**
 * The workspace's name and timezone, and the user's name if they have none yet. Until somebody saves them, the timezone
 * is the browser's.
 */
export function WorkspaceStep({ workspace, onDone, skip }: WorkspaceStepProps) {
  const { name, version } = workspace
  const isNew = version === 1 && workspace.timezone === 'UTC'
  const timezone = isNew ? Intl.DateTimeFormat().resolvedOptions().timeZone : workspace.timezone
  const user = useCurrentUser()
  const asksName = user.name === givenUserName
  const form = useForm({
    initialValues: { ownName: '', name, timezone },
    validate: { ownName: (value) => (asksName && !value.trim() ? t`Enter your name` : null) },
  })
  const save = useMutation({
    mutationFn: async ({ ownName, ...values }: typeof form.values) => {
      if (asksName) storeUser(await call(updateProfile, { body: { name: ownName.trim() } }))
      return call(updateWorkspace, { body: { ...values, version } })
    },
    onSuccess: async (updated) => {
      showSavedWorkspace(updated)
      await invalidate(getStart)
      onDone()
    },
    onError: (error) => showFormError(form, error, t`Workspace not saved`),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <div className={classes.fields}>
        {asksName && (
          <TextInput label={t`Your name`} autoComplete="name" {...form.getInputProps('ownName')} />
        )}
        <TextInput
          label={asksName ? t`Workspace name` : t`Name`}
          autoComplete="organization"
          {...form.getInputProps('name')}
        />
        <Select
          label={t`Timezone`}
          description={isNew ? t`From your browser` : undefined}
          data={timezones.includes(timezone) ? timezones : [timezone, ...timezones]}
          searchable
          allowDeselect={false}
          limit={60}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('timezone')}
        />
      </div>
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save workspace</Trans>
        </Button>
        {skip}
      </div>
    </form>
  )
}
