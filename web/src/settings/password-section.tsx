import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { changePassword } from '@muster/contract/own-account.ts'
import { getSecondFactor } from '@muster/contract/second-factor.ts'
import { listMySessions } from '@muster/contract/user-sessions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'
import { showFormError } from '../ui/form-error.ts'
import { Section } from '../ui/section.tsx'
import { toast } from '../ui/toast.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import classes from './settings.module.css'

/** Changes the password, which requires the current one and ends all other sessions. */
function ChangePassword() {
  const { email } = useCurrentUser()
  const hasFactor = useQuery(endpointQuery(getSecondFactor)).data?.enabled
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } })
  const { currentPassword, newPassword } = form.values
  const change = useMutation({
    mutationFn: (body: typeof form.values) => call(changePassword, { body }),
    onSuccess: () => {
      form.reset()
      toast(t`Password changed. You are signed out everywhere else.`)
      void invalidate(listMySessions)
    },
    onError: (error) => showFormError(form, error, t`Password not changed`),
  })
  return (
    <Section title={t`Password`} text={t`Changing your password signs you out everywhere else.`}>
      <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => change.mutate(values))}>
        {/* Password managers need the user name. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={t`Current password`}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label={t`New password`}
          description={
            hasFactor
              ? t`At least 8 characters, because you use 2FA`
              : t`At least 15 characters. A short sentence is easy to remember.`
          }
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <div className={classes.buttons}>
          <Button
            type="submit"
            loading={change.isPending}
            disabled={currentPassword === '' || newPassword === ''}
          >
            <Trans>Change password</Trans>
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** Password and 2FA. */
export function PasswordSection() {
  return (
    <>
      <ChangePassword />
      <SecondFactorSection />
    </>
  )
}
