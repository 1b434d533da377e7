import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { updateProfile } from '@muster/contract/own-account.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { useCurrentUser } from '../session/session.ts'
import { storeUser } from '../session/stored-session.ts'
import { adoptSaved } from '../ui/adopt-saved.ts'
import { showFormError } from '../ui/form-error.ts'
import { Section } from '../ui/section.tsx'
import { toast } from '../ui/toast.tsx'
import { PendingEmail } from './pending-email.tsx'
import { PictureSection } from './picture-section.tsx'
import classes from './settings.module.css'

function ProfileForm() {
  const user = useCurrentUser()
  const form = useForm({ initialValues: { name: user.name, email: user.email, currentPassword: '' } })
  const moves = form.values.email.trim().toLowerCase() !== user.email
  const save = useMutation({
    mutationFn: ({ currentPassword, ...body }: typeof form.values) =>
      call(updateProfile, { body: moves ? { ...body, currentPassword } : body }),
    onSuccess: (updated, sent) => {
      storeUser(updated)
      adoptSaved(form, sent, { name: updated.name, email: updated.email, currentPassword: '' })
      toast(
        moves && updated.pendingEmail
          ? t`Profile saved. Open the link we sent to ${updated.pendingEmail}.`
          : t`Profile saved`,
      )
    },
    onError: (error) => showFormError(form, error, t`Profile not saved`),
  })
  useUnsavedGuard(form.isDirty(), t`your profile`)
  return (
    <Section title={t`Profile`} text={t`Your name as others see it, and the email you sign in with.`}>
      <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <TextInput label={t`Name`} required withAsterisk={false} {...form.getInputProps('name')} />
        <TextInput
          label={t`Email`}
          type="email"
          required
          withAsterisk={false}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        {user.pendingEmail && <PendingEmail email={user.pendingEmail} />}
        {moves && (
          <PasswordInput
            label={t`Current password`}
            description={t`Required to change your email, because password reset links go there`}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            <Trans>Save profile</Trans>
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** The user's name, email address and picture. */
export function ProfileSection() {
  return (
    <>
      <ProfileForm />
      <PictureSection />
    </>
  )
}
