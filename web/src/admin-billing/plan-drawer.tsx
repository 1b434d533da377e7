import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  archivePlan,
  createPlan,
  getPlan,
  listPlans,
  listPlanTerms,
  updatePlan,
} from '@muster/contract/plans.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { PlanCard } from '../plans/plan-card.tsx'
import { type Plan, planStateLabels } from '../plans/plan-labels.ts'
import { ChangedMeanwhile, type Difference } from '../ui/changed-meanwhile.tsx'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { showFormError } from '../ui/form-error.ts'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { useVersionedForm } from '../ui/use-versioned-form.ts'
import classes from './admin-billing.module.css'
import { PlanFields } from './plan-fields.tsx'
import {
  changesTerms,
  emptyPlan,
  fieldLabels,
  type PlanField,
  type PlanValues,
  toBody,
  toCardTerms,
  toValues,
} from './plan-form.ts'
import { PlanSubscribers } from './plan-subscribers.tsx'

const plansChanged = () => invalidate(listPlans, getPlan, listPlanTerms)

/** Previews the card that customers see, with the values typed so far. */
function Preview({ values }: { values: PlanValues }) {
  const [interval, setInterval] = useState<'month' | 'year'>('month')
  const sold = toCardTerms(values)
  return (
    <aside className={classes.preview} aria-label={t`Preview`}>
      <header className={classes.previewHead}>
        <h3>
          <Trans>Customer preview</Trans>
        </h3>
        {sold.priceMonthlyMinor !== null && sold.priceYearlyMinor !== null && (
          <ChoiceButtons
            label={t`Prices`}
            choices={[
              { value: 'month', label: t`Month` },
              { value: 'year', label: t`Year` },
            ]}
            chosen={interval}
            onChoose={setInterval}
          />
        )}
      </header>
      <PlanCard
        name={values.name || t`Name`}
        description={values.description}
        terms={sold}
        interval={sold.priceMonthlyMinor === null && sold.priceYearlyMinor !== null ? 'year' : interval}
      />
    </aside>
  )
}

function PlanDialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(880px, 100vw)"
      title={title}
    >
      {children}
    </Drawer>
  )
}

interface AddPlanDrawerProps {
  /** The currency of the other plans. */
  currency: string
  onClose: () => void
  /** Closes the drawer after saving. */
  onDone: () => void
}

export function AddPlanDrawer({ currency, onClose, onDone }: AddPlanDrawerProps) {
  const form = useForm<PlanValues>({ initialValues: emptyPlan(currency) })
  useUnsavedGuard(form.isDirty(), t`the plan`, { param: 'add' })
  const add = useMutation({
    mutationFn: (values: PlanValues) =>
      call(createPlan, {
        body: { ...toBody(values), state: values.state === 'public' ? 'public' : 'hidden' },
      }),
    onSuccess: ({ name }) => {
      toast(t`Created ${name}`)
      void plansChanged()
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') form.setFieldError('name', error.message)
      else showFormError(form, error, t`Plan not created`)
    },
  })
  return (
    <PlanDialog title={t`Create plan`} onClose={onClose}>
      <div className={classes.beside}>
        <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
          <PlanFields form={form} states={['public', 'hidden']} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={add.isPending}>
              <Trans>Create plan</Trans>
            </Button>
          </div>
        </form>
        <Preview values={form.values} />
      </div>
    </PlanDialog>
  )
}

function Archive({ plan }: { plan: Plan }) {
  const { id, name, state, can } = plan
  const publish = useMutation({
    mutationFn: (to: 'public' | 'hidden') => call(updatePlan, { params: { id }, body: { state: to } }),
    onSuccess: () => {
      void plansChanged()
      toast(t`Restored ${name}`)
    },
    onError: (error) => toastError(error, t`${name} not changed`),
  })
  const archive = useMutation({
    mutationFn: () => call(archivePlan, { params: { id } }),
    onSuccess: () => {
      void plansChanged()
      toast(t`Archived ${name}`, () => publish.mutate(state === 'public' ? 'public' : 'hidden'))
    },
    onError: (error) => toastError(error, t`${name} not archived`),
  })
  if (state === 'archived')
    return (
      <Button variant="default" loading={publish.isPending} onClick={() => publish.mutate('hidden')}>
        <Trans>Restore plan</Trans>
      </Button>
    )
  return (
    <Button
      variant="default"
      loading={archive.isPending}
      disabled={!can.archive}
      title={
        can.archive ? undefined : t`This is the default for new workspaces. Choose another default first.`
      }
      onClick={() => archive.mutate()}
    >
      <Trans>Archive plan</Trans>
    </Button>
  )
}

function MakeDefault({ plan: { id, name, isDefault } }: { plan: Plan }) {
  const make = useMutation({
    mutationFn: () => call(updatePlan, { params: { id }, body: { isDefault: true } }),
    onSuccess: () => {
      void plansChanged()
      toast(t`${name} is now the default for new workspaces`)
    },
    onError: (error) => toastError(error, t`${name} not changed`),
  })
  if (isDefault) return null
  return (
    <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
      <Trans>Make default for new workspaces</Trans>
    </Button>
  )
}

/** Formats a value of the form. */
function formatValue(field: PlanField, values: PlanValues): string {
  const value = values[field]
  if (field === 'state') return t(planStateLabels[values.state])
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  if (typeof value === 'object') return Object.values(value).join(' · ')
  return String(value) || '—'
}

function EditForm({ plan }: { plan: Plan }) {
  const params = { id: plan.id }
  const edit = useVersionedForm<Plan, PlanValues>({
    entity: plan,
    toValues,
    save: (values, version) =>
      call(updatePlan, { params, body: { ...toBody(values), state: values.state, version } }),
    onSaved: (saved) => {
      queryClient.setQueryData(endpointQuery(getPlan, { params }).queryKey, saved)
      void invalidate(listPlans, listPlanTerms)
      toast(t`${saved.name} saved`)
    },
    onStale: () => void invalidate(getPlan),
    failed: () => t`${plan.name} not saved`,
  })
  const { form, dirty, base, newer, changed } = edit
  useUnsavedGuard(dirty, plan.name, { param: 'open' })
  const before = toValues(base)
  const differences = (now: Plan, fields: readonly PlanField[]): Difference<PlanField>[] =>
    fields.map((field) => ({
      field,
      label: t(fieldLabels[field]),
      mine: formatValue(field, form.values),
      theirs: formatValue(field, toValues(now)),
      touched: JSON.stringify(before[field]) !== JSON.stringify(form.values[field]),
    }))
  const next = plan.terms.number + 1
  return (
    <div className={classes.beside}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit(edit.submit)}>
        {newer && (
          <ChangedMeanwhile
            key={newer.version}
            title={t`Someone else changed this plan while you were editing`}
            differences={differences(newer, changed)}
            saving={edit.saving}
            onTake={(fields) => edit.take(newer, fields)}
            onSave={edit.submitWith}
          />
        )}
        <PlanFields
          form={form}
          states={plan.state === 'archived' ? ['public', 'hidden', 'archived'] : ['public', 'hidden']}
        />
        {changesTerms(before, form.values) && (
          <p className={classes.told}>
            <Trans>
              Saving creates version {next} for new subscribers. Existing subscribers keep the version they
              bought.
            </Trans>
          </p>
        )}
        <div className={classes.buttons}>
          <Archive plan={plan} />
          <MakeDefault plan={plan} />
          <span className={classes.gap} />
          <Button type="submit" loading={edit.saving} disabled={!dirty || newer !== null}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
      <div className={classes.aside}>
        <Preview values={form.values} />
        <PlanSubscribers planId={plan.id} />
      </div>
    </div>
  )
}

interface PlanDrawerProps {
  planId: string
  /** Shown while the plan loads. */
  name: string | undefined
  onClose: () => void
}

/** Edits a plan, beside its preview and its subscribers. */
export function PlanDrawer({ planId, name, onClose }: PlanDrawerProps) {
  const { data, error, refetch } = useQuery(endpointQuery(getPlan, { params: { id: planId } }))
  return (
    <PlanDialog title={data?.name ?? name ?? t`Plan`} onClose={onClose}>
      {error && !data && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data && <EditForm plan={data} />}
    </PlanDialog>
  )
}
