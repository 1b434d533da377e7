import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createReason, listReasons, type Party } from '@muster/contract/dispositions.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { showFormError } from '../ui/form-error.ts'
import classes from './settings.module.css'

/** Adds a reason at the end of a party's list. */
export function AddReason({ party }: { party: Party }) {
  const form = useForm({ initialValues: { name: '' } })
  const add = useMutation({
    mutationFn: ({ name }: { name: string }) => call(createReason, { body: { party, name } }),
    onSuccess: () => {
      form.reset()
      return invalidate(listReasons)
    },
    onError: (error) => {
      const taken = error instanceof ApiError && error.code === 'CONFLICT'
      if (taken) form.setErrors({ name: error.message })
      else showFormError(form, error, t`Reason not added`)
    },
  })
  return (
    <form noValidate className={classes.add} onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <TextInput
        aria-label={t`New reason`}
        placeholder={t`New reason`}
        maxLength={80}
        className={classes.name}
        {...form.getInputProps('name')}
      />
      <Button
        type="submit"
        variant="default"
        loading={add.isPending}
        disabled={form.values.name.trim() === ''}
      >
        <Trans>Add reason</Trans>
      </Button>
    </form>
  )
}
