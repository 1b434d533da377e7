import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createStage, listPipelines } from '@muster/contract/pipelines.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { showFormError } from '../ui/form-error.ts'
import classes from './pipelines.module.css'
import { typeOptions } from './stage-row.tsx'

export function AddStage({ pipelineId }: { pipelineId: string }) {
  const form = useForm<{ name: string; type: StatusType }>({ initialValues: { name: '', type: 'contacted' } })
  const add = useMutation({
    mutationFn: (body: typeof form.values) => call(createStage, { params: { id: pipelineId }, body }),
    onSuccess: () => {
      form.reset()
      return invalidate(listPipelines)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') form.setErrors({ name: error.message })
      else showFormError(form, error, 'Stage not added')
    },
  })
  return (
    <form className={classes.add} onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <TextInput
        aria-label="New stage"
        placeholder="New stage"
        className={classes.grow}
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        aria-label="Type of the new stage"
        className={classes.type}
        data={typeOptions}
        {...form.getInputProps('type')}
      />
      <Button
        type="submit"
        variant="default"
        loading={add.isPending}
        disabled={form.values.name.trim() === ''}
      >
        Add stage
      </Button>
    </form>
  )
}
