import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { type ComboboxItem, Modal, NativeSelect, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { goalPeriodLabels } from '@muster/contract/goal-labels.ts'
import { goalMeasures, goalPeriods, listGoals, setGoal } from '@muster/contract/goals.ts'
import { measures } from '@muster/contract/measures.ts'
import { listUsers } from '@muster/contract/users.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { endpointQuery, invalidate } from '../../api/query.ts'
import { PositionSelect } from '../../applications/create/position-select.tsx'
import { roleNames } from '../../texts/contract-labels.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { showFormError } from '../../ui/form-error.ts'
import { toast } from '../../ui/toast.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { type Goal, type GoalMeasure, type GoalPeriod, goalMeasureLabel, subjectOf } from './goals.ts'

interface OwnerSelectProps {
  value?: string | null
  onChange?: (userId: string | null) => void
  error?: ReactNode
}

/** Selects a user who owns applications; the server searches by name. */
function OwnerSelect({ onChange, ...field }: OwnerSelectProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  // The search that found them may have ended.
  const [chosen, setChosen] = useState<ComboboxItem | null>(null)
  const typed = text === chosen?.label ? '' : text.trim()
  const [q] = useDebouncedValue(typed, 150)
  const found = useQuery({
    ...endpointQuery(listUsers, {
      query: { status: ['active'], sort: 'name', limit: 50, q: q || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const users = (found.data?.items ?? [])
    .filter(({ role }) => role !== 'client_reviewer')
    .map(({ id, name, role }) => ({ value: id, label: `${name} · ${t(roleNames[role])}` }))
  const isListed = !chosen || users.some(({ value }) => value === chosen.value)
  return (
    <Select
      label={t`Owner`}
      placeholder={t`Search users`}
      searchable
      searchValue={text}
      onSearchChange={setText}
      data={isListed ? users : [...users, chosen]}
      nothingFoundMessage={found.isPending ? t`Searching` : t`No matching users`}
      allowDeselect={false}
      {...field}
      onChange={(userId, user) => {
        setChosen(user)
        onChange?.(userId)
      }}
    />
  )
}

interface GoalDialogProps {
  /** The goal whose target is changed; left out for a new one. */
  goal: Goal | undefined
  onClose: () => void
}

/** Asks what a goal is of, what it counts and how many it asks for. Of a goal that exists, only the last can change. */
export function GoalDialog({ goal, onClose }: GoalDialogProps) {
  const { t } = useLingui()
  const form = useForm({
    initialValues: {
      of: 'position' as 'position' | 'owner',
      positionId: goal?.position?.id ?? null,
      ownerId: goal?.owner?.id ?? null,
      measure: goal?.measure ?? ('hired' as GoalMeasure),
      period: goal?.period ?? ('month' as GoalPeriod),
      target: (goal?.target ?? '') as number | string,
      dueOn: goal?.dueOn ?? '',
    },
    validate: {
      positionId: (value, { of }) => (goal || of === 'owner' || value ? null : t`Choose a position`),
      ownerId: (value, { of }) => (goal || of === 'position' || value ? null : t`Choose an owner`),
      target: (value, { period }) => (period === 'date' || Number(value) > 0 ? null : t`Enter how many`),
      dueOn: (value, { period }) => (period !== 'date' || value ? null : t`Enter the date`),
    },
  })
  const { of, period } = form.values
  const isByDate = period === 'date'
  const save = useMutation({
    mutationFn: ({ positionId, ownerId, measure, target, dueOn }: typeof form.values) =>
      call(setGoal, {
        body: {
          ...(goal ? { positionId, ownerId } : of === 'position' ? { positionId } : { ownerId }),
          period,
          ...(isByDate ? { measure: 'hired' as const, dueOn } : { measure, target: Number(target) }),
          version: goal?.version ?? null,
        },
      }),
    onSuccess: async (saved) => {
      await invalidate(listGoals)
      toast(t`Saved the goal of ${subjectOf(saved)}`)
      onClose()
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
  })
  return (
    <Modal
      opened={useOpened(true)}
      onClose={onClose}
      title={goal ? t`Edit the goal of ${subjectOf(goal)}` : t`Add goal`}
      size="sm"
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          {goal ? (
            <p>{[goalMeasureLabel(goal), i18n._(goalPeriodLabels[goal.period])].join(' · ')}</p>
          ) : (
            <>
              <NativeSelect
                label={t`Goal of`}
                data={[
                  { value: 'position', label: t`A position` },
                  { value: 'owner', label: t`An owner` },
                ]}
                value={of}
                onChange={({ currentTarget: { value } }) => {
                  form.setFieldValue('of', value as typeof of)
                  if (value === 'owner' && isByDate) form.setFieldValue('period', 'month')
                }}
              />
              {of === 'position' ? (
                <PositionSelect
                  {...(form.getInputProps('positionId') as { value: string; onChange: () => void })}
                />
              ) : (
                <OwnerSelect {...form.getInputProps('ownerId')} />
              )}
              <NativeSelect
                label={t`Period`}
                data={goalPeriods
                  .filter((each) => each !== 'date' || of === 'position')
                  .map((each) => ({ value: each, label: i18n._(goalPeriodLabels[each]) }))}
                {...form.getInputProps('period')}
              />
              {!isByDate && (
                <NativeSelect
                  label={t`Measure`}
                  data={goalMeasures.map((each) => ({ value: each, label: i18n._(measures[each].label) }))}
                  {...form.getInputProps('measure')}
                />
              )}
            </>
          )}
          {isByDate ? (
            <TextInput
              type="date"
              label={t`Fill all openings by`}
              description={t`The target is the number of openings of the position.`}
              {...form.getInputProps('dueOn')}
            />
          ) : (
            <NumberInput
              label={t`Target`}
              min={1}
              max={1_000_000}
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps('target')}
            />
          )}
          <FormButtons pending={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
