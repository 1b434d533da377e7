import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { BodyOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { getUserStats } from '@muster/contract/users.ts'
import { getWorkspace, updateWorkspace } from '@muster/contract/workspace.ts'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { usePermission } from '../session/session.ts'
import { showSavedWorkspace } from '../session/show-saved-workspace.ts'
import { adoptSaved } from '../ui/adopt-saved.ts'
import { showFormError } from '../ui/form-error.ts'
import { formatNumber } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { toast } from '../ui/toast.tsx'
import { countryChoices } from './countries.ts'
import classes from './settings.module.css'

const timezones = Intl.supportedValuesOf('timeZone')

/** The number of users without 2FA, for those who may see it. */
function WithSecondFactor() {
  const { data } = useQuery(endpointQuery(getUserStats))
  if (!data || data.secondFactors === null) return null
  const have = formatNumber(data.secondFactors)
  const all = formatNumber(data.byStatus.active)
  return (
    <Trans>
      ({have} of {all} use 2FA)
    </Trans>
  )
}

/** Returns the settings that the form edits. */
function settingsOf({
  name,
  timezone,
  defaultCountry,
  requireSecondFactor,
}: ResponseOf<typeof getWorkspace>): Required<Omit<BodyOf<typeof updateWorkspace>, 'version'>> {
  return { name, timezone, defaultCountry, requireSecondFactor }
}

/** The workspace's name, its timezone for figures, its country for phone numbers, and whether 2FA is required. */
export function WorkspaceSection() {
  const { data: workspace } = useSuspenseQuery(endpointQuery(getWorkspace))
  const mayManage = usePermission('workspace:manage')
  const countsUsers = usePermission('users:manage')
  const { timezone } = workspace
  const countries = useMemo(countryChoices, [])
  const form = useForm({ initialValues: settingsOf(workspace) })
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(updateWorkspace, { body: { ...values, version: workspace.version } }),
    onSuccess: (updated, sent) => {
      showSavedWorkspace(updated)
      adoptSaved(form, sent, settingsOf(updated))
      toast(t`Workspace saved`)
    },
    onError: (error) => {
      showFormError(form, error, t`Workspace not saved`)
      if (error instanceof ApiError && error.code === 'CONFLICT') void invalidate(getWorkspace)
    },
  })
  useUnsavedGuard(form.isDirty(), t`the workspace settings`)
  return (
    <Section
      title={t`Workspace`}
      text={
        mayManage
          ? t`Settings for everyone in this workspace.`
          : t`Only workspace admins can change these settings.`
      }
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
          description={t`Days in reports start at midnight in this timezone`}
          data={timezones.includes(timezone) ? timezones : [timezone, ...timezones]}
          searchable
          allowDeselect={false}
          limit={60}
          disabled={!mayManage}
          {...form.getInputProps('timezone')}
        />
        <Select
          label={t`Country`}
          description={t`Used for phone numbers without a country code`}
          data={countries}
          searchable
          allowDeselect={false}
          limit={60}
          disabled={!mayManage}
          {...form.getInputProps('defaultCountry')}
        />
        <Switch
          label={t`Require 2FA`}
          description={
            <>
              <Trans>Users without 2FA must set it up at next sign-in</Trans>{' '}
              {countsUsers && <WithSecondFactor />}
            </>
          }
          disabled={!mayManage}
          {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        />
        {mayManage && (
          <div className={classes.buttons}>
            <LinkButton to="/start" variant="default">
              <Trans>Setup checklist and sample data</Trans>
            </LinkButton>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              <Trans>Save workspace</Trans>
            </Button>
          </div>
        )}
      </form>
    </Section>
  )
}
