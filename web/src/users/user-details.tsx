import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { getUser, updateUser } from '@muster/contract/manage-users.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { call } from '../api/call.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { roleNames } from '../texts/contract-labels.ts'
import { ChangedMeanwhile } from '../ui/changed-meanwhile.tsx'
import { toast } from '../ui/toast.tsx'
import { useVersionedForm } from '../ui/use-versioned-form.ts'
import { CompanyField, RoleField } from './role-fields.tsx'
import { UserAccess } from './user-access.tsx'
import { refreshUsers } from './user-actions.ts'
import classes from './user-drawer.module.css'
import type { UserDetailsOf } from './user-labels.ts'
import { UserSummary } from './user-summary.tsx'

// A type, not an interface: the form requires a record.
type Values = { name: string; email: string; role: Role; companyId: string }

const toValues = ({ name, email, role, companyId }: UserDetailsOf): Values => ({
  name,
  email,
  role,
  companyId: companyId ?? '',
})

const labels = (): Record<keyof Values, string> => ({
  name: t`Name`,
  email: t`Email`,
  role: t`Role`,
  companyId: t`Reviewer’s company`,
})

function shown(field: keyof Values, values: Values, user: UserDetailsOf): string {
  if (field === 'role') return t(roleNames[values.role])
  return field === 'companyId' ? (user.company?.name ?? '') : values[field]
}

/** Explains what is missing until a user can sign in with their address, or with a new one. */
function addressHint({ emailConfirmed, pendingEmail }: UserDetailsOf): string | undefined {
  if (!emailConfirmed) return t`Not confirmed. The user cannot sign in before opening the link we sent.`
  return pendingEmail ? t`Changes to ${pendingEmail} once confirmed` : undefined
}

/** A user's details and role; below, their access and what they own. */
export function UserDetails({ user, onDone }: { user: UserDetailsOf; onDone: () => void }) {
  const params = { id: user.id }
  const edit = useVersionedForm<UserDetailsOf, Values>({
    entity: user,
    toValues,
    save: ({ companyId, ...values }, version) =>
      call(updateUser, {
        params,
        body: {
          ...values,
          companyId: values.role === 'client_reviewer' ? companyId || null : undefined,
          version,
        },
      }),
    onSaved: (saved) => {
      queryClient.setQueryData(endpointQuery(getUser, { params }).queryKey, saved)
      void refreshUsers()
      toast(t`${saved.name} saved`)
    },
    onStale: () => void refreshUsers(),
    failed: () => t`${user.name} not saved`,
  })
  const { form, dirty, newer, changed } = edit
  const { can, whyNot } = user
  useUnsavedGuard(dirty, user.name, { param: 'user' })
  return (
    <div className={classes.part}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit(edit.submit)}>
        {newer && (
          <ChangedMeanwhile
            key={newer.version}
            title={t`Someone else changed this user while you were editing`}
            differences={changed.map((field) => ({
              field,
              label: labels()[field],
              theirs: shown(field, toValues(newer), newer),
              mine: shown(field, form.values, user),
              touched: form.values[field] !== toValues(edit.base)[field],
            }))}
            saving={edit.saving}
            onTake={(fields) => edit.take(newer, fields)}
            onSave={edit.submitWith}
          />
        )}
        <TextInput
          label={labels().name}
          disabled={!can.edit}
          title={whyNot.edit}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={labels().email}
          type="email"
          disabled={!can.changeEmail}
          title={whyNot.changeEmail}
          description={addressHint(user)}
          {...form.getInputProps('email')}
        />
        <RoleField current={user.role} whyNot={whyNot.changeRole} {...form.getInputProps('role')} />
        {form.values.role === 'client_reviewer' && (
          <CompanyField disabled={!can.changeRole} {...form.getInputProps('companyId')} />
        )}
        {[...new Set([whyNot.edit, whyNot.changeEmail, whyNot.changeRole])].map(
          (reason) =>
            reason && (
              <p key={reason} className={classes.caption}>
                {reason}
              </p>
            ),
        )}
        {can.edit && (
          <div className={classes.buttons}>
            {dirty && (
              <Button variant="subtle" color="gray" onClick={() => form.reset()}>
                <Trans>Discard changes</Trans>
              </Button>
            )}
            <Button type="submit" loading={edit.saving} disabled={!dirty || newer !== null}>
              <Trans>Save</Trans>
            </Button>
          </div>
        )}
      </form>
      <UserSummary user={user} />
      <UserAccess user={user} onDone={onDone} />
    </div>
  )
}
