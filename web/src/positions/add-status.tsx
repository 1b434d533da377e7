import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createStatus, getPosition } from '@muster/contract/positions.ts'
import { type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import type { PositionDetails } from './position-state.ts'
import classes from './statuses-editor.module.css'
import { TypeSelect } from './type-select.tsx'

/** Where a new status stands: after the last one of its type or of an earlier one. */
function placeOf(type: StatusType, statuses: PositionDetails['statuses']): number {
  const rank = statusTypeKeys.indexOf(type)
  return statuses.findLastIndex((status) => statusTypeKeys.indexOf(status.type) <= rank) + 1
}

export function AddStatus({ position }: { position: PositionDetails }) {
  const form = useForm<{ name: string; type: StatusType }>({ initialValues: { name: '', type: 'contacted' } })
  const add = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(createStatus, {
        body: { ...values, positionId: position.id, order: placeOf(values.type, position.statuses) },
      }),
    onSuccess: (status) => {
      form.reset()
      toast(`Added ${status.name}`)
      return invalidate(getPosition)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') form.setErrors({ name: error.message })
      else showFormError(form, error, 'Status not added')
    },
  })
  return (
    <form className={classes.add} onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <TextInput
        aria-label="Name of the new status"
        placeholder="New status"
        className={classes.name}
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <TypeSelect
        label="Type of the new status"
        value={form.values.type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
      <Button
        type="submit"
        variant="default"
        loading={add.isPending}
        disabled={form.values.name.trim() === ''}
      >
        Add status
      </Button>
    </form>
  )
}
