import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Input, PasswordInput, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createUser } from '@muster/contract/manage-users.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { UnsentInvitation, UnsentNotice } from '../invitations/unsent-invitation.tsx'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { useSendsEmail } from '../session/use-sends-email.ts'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { CompanyField, RoleField } from './role-fields.tsx'
import { refreshUsers } from './user-actions.ts'
import classes from './users.module.css'

interface AddUserDrawerProps {
  onClose: () => void
  /** Closes the drawer after saving. */
  onDone: () => void
}

const empty = {
  name: '',
  email: '',
  role: 'recruiter' as Role,
  companyId: '',
  by: 'link' as 'link' | 'password',
  password: '',
}

/** Adds a user, who sets a password through an emailed link, or gets one that is set here. */
export function AddUserDrawer({ onClose, onDone }: AddUserDrawerProps) {
  const form = useForm({ initialValues: empty })
  const { role, by } = form.values
  const sendsEmail = useSendsEmail()
  const [unsent, setUnsent] = useState<string | null>(null)
  useUnsavedGuard(form.isDirty() && unsent === null, undefined, { param: 'add' })
  const add = useMutation({
    mutationFn: ({ name, email, password, companyId }: typeof empty) =>
      call(createUser, {
        body: {
          name,
          email,
          role,
          companyId: role === 'client_reviewer' ? companyId || null : undefined,
          password: by === 'password' ? password : undefined,
        },
      }),
    onSuccess: ({ name, email }) => {
      void refreshUsers()
      if (!sendsEmail) return setUnsent(email)
      toast(t`Added ${name} and emailed them a link`)
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') form.setFieldError('email', error.message)
      else showFormError(form, error, t`User not added`)
    },
  })
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={unsent === null ? onClose : onDone}
      position="right"
      size="min(480px, 100vw)"
      title={t`Add user`}
    >
      {unsent !== null && <UnsentInvitation email={unsent} isAdded onDone={onDone} />}
      <form
        className={classes.form}
        hidden={unsent !== null}
        noValidate
        onSubmit={form.onSubmit((values) => add.mutate(values))}
      >
        <TextInput
          label={t`Name`}
          required
          withAsterisk={false}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t`Email`}
          type="email"
          required
          withAsterisk={false}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <RoleField {...form.getInputProps('role')} />
        {role === 'client_reviewer' && <CompanyField {...form.getInputProps('companyId')} />}
        <Input.Wrapper label={t`Password setup`} labelElement="div">
          <SegmentedControl
            aria-label={t`Password setup`}
            fullWidth
            data={[
              { value: 'link', label: t`Email a setup link` },
              { value: 'password', label: t`Set a temporary password` },
            ]}
            {...form.getInputProps('by')}
          />
        </Input.Wrapper>
        {by === 'password' && (
          <PasswordInput
            label={t`Password`}
            description={t`At least 15 characters. Share the password in person. The user must confirm their email first.`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        )}
        {!sendsEmail && <UnsentNotice />}
        <div className={classes.buttons}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={add.isPending}>
            <Trans>Add user</Trans>
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
