import { t } from '@lingui/core/macro'
import {
  createStage,
  deleteStage,
  listPipelines,
  restoreStage,
  updatePipeline,
  updateStage,
} from '@muster/contract/pipelines.ts'
import { call } from '../api/call.ts'
import { invalidate, patchRow, queryClient, type RowOf } from '../api/query.ts'
import type { Stage } from '../statuses/editor/stage.ts'
import { StagesEditor } from '../statuses/editor/stages-editor.tsx'
import { useSavedStages } from '../statuses/editor/use-saved-stages.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { pipelinesQuery } from './pipelines-query.ts'

type Pipeline = RowOf<typeof listPipelines>

/** Edits the stages of a pipeline; each change is saved at once. */
export function PipelineStages({ pipeline }: { pipeline: Pipeline }) {
  const params = { id: pipeline.id }
  const read = () =>
    queryClient.getQueryData(pipelinesQuery().queryKey)?.items.find(({ id }) => id === pipeline.id)?.stages ??
    []
  const show = (stages: readonly unknown[]) => {
    patchRow(listPipelines, pipeline.id, { stages: stages as Pipeline['stages'] })
  }
  const refresh = () => invalidate(listPipelines)
  const saved = useSavedStages({
    read,
    show,
    refresh,
    save: (id, body) => call(updateStage, { params: { id }, body }),
    add: async (stage, order) => void (await call(createStage, { params, body: { ...stage, order } })),
    order: (stageIds) => call(updatePipeline, { params, body: { stageIds } }),
  })

  async function restore({ id, name }: Stage) {
    try {
      await call(restoreStage, { params: { id } })
    } catch (error) {
      toastError(error, t`${name} not restored`)
    }
    await refresh()
  }

  async function remove(stage: Stage) {
    const { id, name } = stage
    const before = read()
    show(before.filter((each) => each.id !== id))
    try {
      await call(deleteStage, { params: { id } })
      toast(t`Deleted ${name}`, () => void restore(stage))
    } catch (error) {
      show(before)
      toastError(error, t`${name} not deleted`)
    }
    await refresh()
  }

  return (
    <StagesEditor
      stages={pipeline.stages}
      store={{ ...saved, remove: (stage) => void remove(stage) }}
      kind="stage"
      editable={pipeline.can.edit}
    />
  )
}
