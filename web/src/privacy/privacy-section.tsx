import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { getRetention, previewRetention, updateRetention } from '@muster/contract/privacy.ts'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { confirm } from '../ui/confirm.tsx'
import { formatDateTime, formatNumber, formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import classes from './privacy.module.css'
import { effectText, lengthText, type RuleName, type Rules, ruleNames, ruleTexts } from './retention-texts.ts'

const DueDrawer = lazy(() => import('./due-drawer.tsx').then((module) => ({ default: module.DueDrawer })))

const route = getRouteApi('/settings/privacy')

/** The name of each rule's rows in the counts. */
const counted = {
  candidatesMonths: 'candidates',
  filesMonths: 'files',
  callsMonths: 'calls',
  auditYears: 'auditLogs',
} as const

function Effect({ rule, length }: { rule: RuleName; length: number }) {
  const query = { [rule]: length }
  const { data, error } = useQuery(endpointQuery(previewRetention, { query }))
  const { rows } = ruleTexts[rule]
  const total = data?.[counted[rule]]
  if (error) return <p className={classes.caption}>{errorMessage(error)}</p>
  if (!total)
    return (
      <p className={classes.caption}>
        <Trans>Counting</Trans>
      </p>
    )
  return (
    <p className={classes.caption}>
      {effectText(rule, total, formatTotal(total))}{' '}
      {rows && total.value > 0 && (
        <TextLink to="/settings/privacy" search={{ rule: rows, months: length }}>
          <Trans>Show list</Trans>
        </TextLink>
      )}
    </p>
  )
}

interface RuleProps {
  rule: RuleName
  value: number | null
  onChange: (length: number | null) => void
}

function Rule({ rule, value, onChange }: RuleProps) {
  const { title, text, choices } = ruleTexts[rule]
  const lengths =
    value === null || choices.includes(value) ? choices : [...choices, value].sort((a, b) => a - b)
  return (
    <div className={classes.rule}>
      <div>
        <p>{t(title)}</p>
        <p className={classes.caption}>{t(text)}</p>
      </div>
      <Select
        aria-label={t(title)}
        allowDeselect={false}
        data={[
          { value: 'never', label: t`never` },
          ...lengths.map((length) => ({ value: String(length), label: lengthText(rule, length) })),
        ]}
        value={String(value ?? 'never')}
        onChange={(chosen) => onChange(chosen === 'never' ? null : Number(chosen))}
      />
      {value !== null && (
        <div className={classes.effect}>
          <Effect rule={rule} length={value} />
        </div>
      )}
    </div>
  )
}

function LastNight() {
  const { data } = useSuspenseQuery(endpointQuery(getRetention))
  if (!data.lastRunAt || !data.lastRun) return null
  const { candidates, files, calls, auditLogs } = data.lastRun
  const sum = candidates + files + calls + auditLogs
  const at = formatDateTime(data.lastRunAt)
  const shown = formatNumber(sum)
  return (
    <p className={classes.caption}>
      {sum === 0
        ? t`Last run ${at}: nothing to delete.`
        : plural(sum, {
            one: `Last run ${at}: ${shown} row cleaned up`,
            other: `Last run ${at}: ${shown} rows cleaned up`,
          })}
    </p>
  )
}

/** Edits the workspace's retention rules. */
export function PrivacySection() {
  const { data } = useSuspenseQuery(endpointQuery(getRetention))
  const { rule, months } = route.useSearch()
  const navigate = route.useNavigate()
  const { version, lastRunAt, lastRun, ...saved } = data
  const [changes, setChanges] = useState<Partial<Rules>>({})
  const rules: Rules = { ...saved, ...changes }
  const isDirty = ruleNames.some((name) => rules[name] !== saved[name])
  useUnsavedGuard(isDirty, t`data retention`)
  const save = useMutation({
    mutationFn: (body: Rules) => call(updateRetention, { body: { ...body, version } }),
    onSuccess: (updated) => {
      queryClient.setQueryData(endpointQuery(getRetention).queryKey, updated)
      setChanges({})
      toast(t`Data retention saved`)
    },
    onError: (error) => {
      toastError(error, t`Not saved`)
      if (error instanceof ApiError && error.code === 'CONFLICT') void invalidate(getRetention)
    },
  })
  const ask = useOneAtATime(async () => {
    const isShorter = ruleNames.some(
      (name) => rules[name] !== null && (saved[name] === null || rules[name] < saved[name]),
    )
    const yes =
      !isShorter ||
      (await confirm({
        title: t`Delete old data?`,
        text: t`From tonight on, older data is permanently deleted every night. Report totals do not change.`,
        action: t`Save`,
      }))
    if (yes) await save.mutateAsync(rules)
  })
  return (
    <>
      <Section
        title={t`Data retention`}
        text={t`Data is kept until you set a limit. Clean-up runs every night.`}
      >
        <div className={classes.rules}>
          {ruleNames.map((name) => (
            <Rule
              key={name}
              rule={name}
              value={rules[name]}
              onChange={(length) => setChanges({ ...changes, [name]: length })}
            />
          ))}
          <div className={classes.buttons}>
            <Button disabled={!isDirty} loading={save.isPending} onClick={() => void ask()}>
              <Trans>Save</Trans>
            </Button>
            {isDirty && (
              <Button variant="default" onClick={() => setChanges({})}>
                <Trans>Discard changes</Trans>
              </Button>
            )}
          </div>
          <LastNight />
        </div>
      </Section>
      <Section title={t`Data of one candidate`}>
        <p className={classes.text}>
          <Trans>
            On a candidate's page, you can export all their data or erase it permanently. Their applications
            are kept without a name, so report totals stay the same.
          </Trans>
        </p>
      </Section>
      <Suspense>
        {rule && months && (
          <DueDrawer
            rule={rule}
            months={months}
            onClose={() => void navigate({ search: {}, replace: true, ignoreBlocker: true })}
          />
        )}
      </Suspense>
    </>
  )
}
