import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { createPipeline, listPipelines } from '@muster/contract/pipelines.ts'
import { IconPlus, IconTimeline } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { TextLink } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { PipelineEditor } from './pipeline-editor.tsx'
import classes from './pipelines.module.css'
import { pipelinesQuery } from './pipelines-query.ts'

const route = getRouteApi('/pipelines')

/** Returns an unused name, which can be edited in place. */
function unusedName(taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? t`New pipeline` : t`New pipeline ${number}`
    if (!names.has(name.toLowerCase())) return name
  }
}

function usageText({ isDefault, positionCount }: { isDefault: boolean; positionCount: number }): string {
  return isDefault
    ? t`Default · ${plural(positionCount, { one: '# position', other: '# positions' })}`
    : plural(positionCount, { one: '# position', other: '# positions' })
}

export function PipelinesPage() {
  const { id } = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useSuspenseQuery(pipelinesQuery())
  const pipelines = data.items
  const shown =
    pipelines.find((one) => one.id === id) ?? pipelines.find((one) => one.isDefault) ?? pipelines[0]
  const mayWrite = usePermission('pipelines:write')
  const add = useMutation({
    mutationFn: () => call(createPipeline, { body: { name: unusedName(pipelines.map((one) => one.name)) } }),
    onSuccess: async (pipeline) => {
      await invalidate(listPipelines)
      toast(t`Added ${pipeline.name}. You can now rename it and change its stages.`)
      void navigate({ search: { id: pipeline.id } })
    },
    onError: (error) => toastError(error, t`Pipeline not added`),
  })
  const addButton = mayWrite && (
    <Button
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      <Trans>Add pipeline</Trans>
    </Button>
  )

  return (
    <Page title={t`Pipelines`} subtitle={t`Changes do not affect existing positions`} actions={addButton}>
      {shown ? (
        <div className={classes.columns}>
          <nav className={classes.list} aria-label={t`Pipelines`}>
            {pipelines.map((pipeline) => (
              <TextLink
                key={pipeline.id}
                to="/pipelines"
                search={{ id: pipeline.id }}
                className={classes.item}
                aria-current={pipeline.id === shown.id ? 'page' : undefined}
              >
                <span className={classes.name}>{pipeline.name}</span>
                <span className={classes.caption}>{usageText(pipeline)}</span>
              </TextLink>
            ))}
          </nav>
          <PipelineEditor key={shown.id} pipeline={shown} />
        </div>
      ) : (
        <EmptyState
          icon={IconTimeline}
          title={t`No pipelines yet`}
          text={t`A pipeline is a list of stages. New positions start with the stages of a pipeline.`}
          action={addButton}
        />
      )}
    </Page>
  )
}
