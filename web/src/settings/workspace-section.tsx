import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getUserStats } from '@muster/contract/users.ts'
import { getWorkspace, updateWorkspace } from '@muster/contract/workspace.ts'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { usePermission } from '../session/session.ts'
import { showFormError } from '../ui/form-error.ts'
import { formatNumber } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { toast } from '../ui/toast.tsx'
import { countryChoices } from './countries.ts'
import classes from './settings.module.css'

const timezones = Intl.supportedValuesOf('timeZone')

/** How many it would not concern, for those who may know. */
function WithSecondFactor() {
  const { data } = useQuery(endpointQuery(getUserStats))
  if (!data || data.secondFactors === null) return null
  const have = formatNumber(data.secondFactors)
  const all = formatNumber(data.byStatus.active)
  return (
    <Trans>
      ({have} of {all} have one)
    </Trans>
  )
}

/** The workspace's name, and what its figures and phone numbers are read by. */
export function WorkspaceSection() {
  const { data: workspace } = useSuspenseQuery(endpointQuery(getWorkspace))
  const mayManage = usePermission('workspace:manage')
  const countsUsers = usePermission('users:manage')
  const { name, timezone, defaultCountry, requireSecondFactor } = workspace
  const countries = useMemo(countryChoices, [])
  const form = useForm({ initialValues: { name, timezone, defaultCountry, requireSecondFactor } })
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(updateWorkspace, { body: { ...values, version: workspace.version } }),
    onSuccess: (updated) => {
      queryClient.setQueryData(endpointQuery(getWorkspace).queryKey, updated)
      form.setInitialValues(form.values)
      form.resetDirty(form.values)
      toast(t`Workspace saved`)
    },
    onError: (error) => {
      showFormError(form, error, t`Workspace not saved`)
      if (error instanceof ApiError && error.code === 'CONFLICT') void invalidate(getWorkspace)
    },
  })
  useUnsavedGuard(form.isDirty(), t`the workspace`)
  return (
    <Section
      title={t`Workspace`}
      text={mayManage ? t`For everyone in it.` : t`Only an admin of the workspace can change it.`}
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <TextInput
          label={t`Name`}
          required
          withAsterisk={false}
          disabled={!mayManage}
          {...form.getInputProps('name')}
        />
        <Select
          label={t`Timezone`}
          description={t`Days in reports begin at midnight here`}
          data={timezones.includes(timezone) ? timezones : [timezone, ...timezones]}
          searchable
          allowDeselect={false}
          limit={60}
          disabled={!mayManage}
          {...form.getInputProps('timezone')}
        />
        <Select
          label={t`Country`}
          description={t`Phone numbers without a country code are read as this country's`}
          data={countries}
          searchable
          allowDeselect={false}
          limit={60}
          disabled={!mayManage}
          {...form.getInputProps('defaultCountry')}
        />
        <Switch
          label={t`Require a second factor`}
          description={
            <>
              <Trans>Whoever has none sets one up before anything else</Trans>{' '}
              {countsUsers && <WithSecondFactor />}
            </>
          }
          disabled={!mayManage}
          {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        />
        {mayManage && (
          <div className={classes.buttons}>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              <Trans>Save workspace</Trans>
            </Button>
          </div>
        )}
      </form>
    </Section>
  )
}
