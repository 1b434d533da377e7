import { Button, TextInput } from '@mantine/core'
import { deletePipeline, listPipelines, restorePipeline, updatePipeline } from '@muster/contract/pipelines.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate, patchRow, type RowOf } from '../api/query.ts'
import { LinkButton } from '../ui/link.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { AddStage } from './add-stage.tsx'
import classes from './pipelines.module.css'
import { StageRow } from './stage-row.tsx'

export type Pipeline = RowOf<typeof listPipelines>

type Change = { name?: string; isDefault?: true; stageIds?: string[] }

/** A pipeline with its stages; each change is kept as it is made. */
export function PipelineEditor({ pipeline }: { pipeline: Pipeline }) {
  const navigate = useNavigate()
  const [name, setName] = useState(pipeline.name)
  const params = { id: pipeline.id }
  const editable = pipeline.can.edit
  const change = useMutation({
    mutationFn: (body: Change) => call(updatePipeline, { params, body }),
    onMutate: ({ stageIds, ...rest }) => {
      const stages = stageIds?.map((id) => pipeline.stages.find((stage) => stage.id === id)!)
      return patchRow(listPipelines, pipeline.id, { ...rest, ...(stages && { stages }) })
    },
    onError: (error, _change, rollBack) => {
      rollBack?.()
      setName(pipeline.name)
      toastError(error, `${pipeline.name} not changed`)
    },
    onSettled: () => invalidate(listPipelines),
  })
  const restore = useMutation({
    mutationFn: () => call(restorePipeline, { params }),
    onSuccess: async () => {
      await invalidate(listPipelines)
      void navigate({ to: '/pipelines', search: params })
    },
    onError: (error) => toastError(error, `${pipeline.name} not restored`),
  })
  const remove = useMutation({
    mutationFn: () => call(deletePipeline, { params }),
    onSuccess: async () => {
      await invalidate(listPipelines)
      toast(`Deleted ${pipeline.name}`, () => restore.mutate())
      void navigate({ to: '/pipelines', search: {} })
    },
    onError: (error) => toastError(error, `${pipeline.name} not deleted`),
  })

  function rename() {
    const next = name.trim()
    if (next === '' || next === pipeline.name) return setName(pipeline.name)
    change.mutate({ name: next }, { onSuccess: () => toast(`Renamed to ${next}`) })
  }

  function move(index: number, by: -1 | 1) {
    const stageIds = pipeline.stages.map((stage) => stage.id)
    const [moved] = stageIds.splice(index, 1)
    stageIds.splice(index + by, 0, moved!)
    change.mutate({ stageIds })
  }

  return (
    <section className={classes.editor} aria-label={pipeline.name}>
      <header className={classes.header}>
        <TextInput
          aria-label="Pipeline name"
          className={classes.grow}
          value={name}
          maxLength={120}
          disabled={!editable}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
            if (event.key === 'Escape') setName(pipeline.name)
          }}
        />
        <LinkButton to="/board/$id" params={params} variant="default">
          Board
        </LinkButton>
        {editable && !pipeline.isDefault && (
          <Button variant="default" onClick={() => change.mutate({ isDefault: true })}>
            Make default
          </Button>
        )}
        {pipeline.can.delete && !pipeline.isDefault && (
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        )}
      </header>
      <ol className={classes.stages}>
        {pipeline.stages.map((stage, index) => (
          <StageRow
            key={stage.id}
            stage={stage}
            editable={editable}
            onUp={index > 0 ? () => move(index, -1) : undefined}
            onDown={index < pipeline.stages.length - 1 ? () => move(index, 1) : undefined}
          />
        ))}
      </ol>
      {editable && <AddStage pipelineId={pipeline.id} />}
    </section>
  )
}
