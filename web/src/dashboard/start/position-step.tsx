import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createPosition, listPositions } from '@muster/contract/positions.ts'
import { getStart } from '@muster/contract/start.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { pipelinesQuery } from '../../pipelines/pipelines-query.ts'
import { CompanySelect, useIsAddingCompany } from '../../positions/company-select.tsx'
import { useCurrentUser } from '../../session/session.ts'
import { StatusBadge } from '../../statuses/status-badge.tsx'
import { showFormError } from '../../ui/form-error.ts'
import { toast } from '../../ui/toast.tsx'
import classes from './start.module.css'

/** Opens a position with the stages of the default pipeline. A company that does not exist is added in its field. */
export function PositionStep({ onDone, skip }: { onDone: () => void; skip: ReactNode }) {
  const { id } = useCurrentUser()
  const addingCompany = useIsAddingCompany()
  const pipelines = useQuery(pipelinesQuery())
  const pipeline = pipelines.data?.items.find(({ isDefault }) => isDefault)
  const form = useForm({
    initialValues: { name: '', companyId: null as string | null, openings: 1 as number | string },
    validate: {
      name: (name) => (name.trim() ? null : t`Enter a name`),
      companyId: (companyId) => (companyId ? null : t`Choose a company, or type a new name`),
    },
  })
  const open = useMutation({
    mutationFn: ({ name, companyId, openings }: typeof form.values) =>
      call(createPosition, {
        body: {
          name,
          companyId: companyId!,
          openings: Number(openings) || 1,
          ownerId: id,
          pipelineId: pipeline?.id ?? null,
        },
      }),
    onSuccess: async ({ name }) => {
      toast(t`Created ${name}`)
      await invalidate(getStart, listPositions)
      form.reset()
      onDone()
    },
    onError: (error) => showFormError(form, error, t`Position not created`),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => open.mutate(values))}>
      <div className={classes.fields} data-three>
        <TextInput label={t`Position`} autoComplete="off" {...form.getInputProps('name')} />
        <CompanySelect {...form.getInputProps('companyId')} />
        <NumberInput label={t`Openings`} min={1} allowDecimal={false} {...form.getInputProps('openings')} />
      </div>
      {pipeline && (
        <div className={classes.stages}>
          <p className={classes.note}>
            <strong>
              <Trans>Stages</Trans>
            </strong>{' '}
            <Trans>from the default pipeline, editable at any time</Trans>
          </p>
          <ul className={classes.stageList}>
            {pipeline.stages.map((stage) => (
              <li key={stage.id}>
                <StatusBadge status={stage} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={open.isPending || addingCompany}>
          <Trans>Create position</Trans>
        </Button>
        {skip}
      </div>
    </form>
  )
}
