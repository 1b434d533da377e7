import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getStart, givenUserName, updateStart } from '@muster/contract/start.ts'
import { getWorkspace } from '@muster/contract/workspace.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery, queryClient } from '../../api/query.ts'
import { Page } from '../../layout/page.tsx'
import { useCurrentUser } from '../../session/session.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { SampleCard } from './sample-card.tsx'
import classes from './start.module.css'
import { startQuery } from './start-query.ts'
import { Steps } from './steps.tsx'

/** Hides the checklist for everybody in the workspace, with Undo. */
function HideButton({ hidden }: { hidden: boolean }) {
  const change = useMutation({
    mutationFn: (next: boolean) => call(updateStart, { body: { hidden: next } }),
    onSuccess: (start, next) => {
      queryClient.setQueryData(endpointQuery(getStart).queryKey, start)
      toast(next ? t`Checklist hidden. You find it again in Settings, Workspace.` : t`Checklist shown`, () =>
        change.mutate(!next),
      )
    },
    onError: (error) => toastError(error, t`Checklist not changed`),
  })
  return (
    <Button variant="subtle" onClick={() => change.mutate(!hidden)} loading={change.isPending}>
      {hidden ? <Trans>Show checklist</Trans> : <Trans>Hide checklist</Trans>}
    </Button>
  )
}

/** Leads a new workspace to its first call. Each step is done as soon as its data exist, however they came. */
export function StartPage() {
  const { name } = useCurrentUser()
  const { data: start } = useSuspenseQuery(startQuery())
  const { data: workspace } = useSuspenseQuery(endpointQuery(getWorkspace))
  const done = start.steps.filter((step) => step.done).length
  const total = start.steps.length
  // A user without a name of their own is greeted without one.
  const first = name === givenUserName ? null : (name.split(' ')[0] ?? name)
  return (
    <Page title={t`Get started`} actions={<HideButton hidden={start.hiddenAt !== null} />}>
      <div className={classes.page}>
        <div className={classes.head}>
          <h2 className={classes.welcome}>
            {done === total ? (
              first === null ? (
                <Trans>You are set up.</Trans>
              ) : (
                <Trans>You are set up, {first}.</Trans>
              )
            ) : first === null ? (
              <Trans>Welcome. Let’s get to your first call.</Trans>
            ) : (
              <Trans>Welcome, {first}. Let’s get to your first call.</Trans>
            )}
          </h2>
          <p className={classes.lead}>
            {done === total ? (
              <Trans>All steps are done. You can hide this checklist.</Trans>
            ) : (
              <Trans>Five steps, about ten minutes. No emails or calls are sent until you start them.</Trans>
            )}
          </p>
          <div
            className={classes.segments}
            role="img"
            aria-label={plural(total, { one: `${done} of # step done`, other: `${done} of # steps done` })}
          >
            {start.steps.map((step, index) => (
              <span key={step.key} data-done={index < done || undefined} />
            ))}
          </div>
        </div>
        <Steps steps={start.steps} workspace={workspace} />
        <SampleCard sample={start.sample} />
      </div>
    </Page>
  )
}
