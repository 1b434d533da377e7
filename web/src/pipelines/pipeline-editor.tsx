import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { deletePipeline, listPipelines, restorePipeline, updatePipeline } from '@muster/contract/pipelines.ts'
import { IconLayoutKanban, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate, patchRow, type RowOf } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { LinkButton } from '../ui/link.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { OutcomeRules } from './outcome-rules.tsx'
import { PipelineStages } from './pipeline-stages.tsx'
import classes from './pipelines.module.css'

type Pipeline = RowOf<typeof listPipelines>

function usePipelineChanges({ id, name }: Pipeline) {
  const navigate = useNavigate()
  const params = { id }
  const change = useMutation({
    mutationFn: (body: { name?: string; isDefault?: true }) => call(updatePipeline, { params, body }),
    // Meanwhile it is shown by its new name.
    onMutate: (body) => ({ rollBack: patchRow(listPipelines, id, body), before: name }),
    onError: (error, _body, shown) => {
      shown?.rollBack()
      const name = shown?.before ?? ''
      toastError(error, t`${name} not changed`)
    },
    onSettled: () => invalidate(listPipelines),
  })
  const restore = useMutation({
    mutationFn: () => call(restorePipeline, { params }),
    onSuccess: async () => {
      await invalidate(listPipelines)
      void navigate({ to: '/pipelines', search: params })
    },
    onError: (error) => toastError(error, t`${name} not restored`),
  })
  const remove = useMutation({
    mutationFn: () => call(deletePipeline, { params }),
    onSuccess: async () => {
      await invalidate(listPipelines)
      toast(t`Deleted ${name}`, () => restore.mutate())
      void navigate({ to: '/pipelines', search: {} })
    },
    onError: (error) => toastError(error, t`${name} not deleted`),
  })
  return { change, remove }
}

function PipelineName({ pipeline, onRename }: { pipeline: Pipeline; onRename: (name: string) => void }) {
  const [name, setName] = useState(pipeline.name)
  function leave() {
    const next = name.trim()
    if (next === '' || next === pipeline.name) setName(pipeline.name)
    else onRename(next)
  }
  return (
    <TextInput
      aria-label={t`Pipeline name`}
      className={classes.grow}
      value={name}
      maxLength={120}
      disabled={!pipeline.can.edit}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setName(pipeline.name)
      }}
    />
  )
}

/** Edits a pipeline and its stages; each change is saved at once. */
export function PipelineEditor({ pipeline }: { pipeline: Pipeline }) {
  const { change, remove } = usePipelineChanges(pipeline)
  const { id, name, can, isDefault } = pipeline
  const mayOpen = usePermission('positions:write')
  const rename = (next: string) =>
    change.mutate(
      { name: next },
      { onSuccess: () => toast(t`Renamed to ${next}`, () => change.mutate({ name })) },
    )
  return (
    <section className={classes.editor} aria-label={name}>
      <header className={classes.header}>
        <PipelineName key={name} pipeline={pipeline} onRename={rename} />
        {mayOpen && (
          <LinkButton
            to="/positions/create"
            search={{ pipelineId: id }}
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Create position</Trans>
          </LinkButton>
        )}
        <LinkButton
          to="/board/$id"
          params={{ id }}
          variant="default"
          leftSection={<IconLayoutKanban size={16} stroke={1.6} aria-hidden />}
        >
          <Trans>Board</Trans>
        </LinkButton>
        {can.edit && !isDefault && (
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ isDefault: true })}
          >
            <Trans>Make default</Trans>
          </Button>
        )}
        {can.delete && !isDefault && (
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </header>
      <PipelineStages pipeline={pipeline} />
      <OutcomeRules pipeline={pipeline} />
    </section>
  )
}
