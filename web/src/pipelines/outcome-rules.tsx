import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Select } from '@mantine/core'
import { callOutcomes } from '@muster/contract/calls.ts'
import { listPipelines, updatePipeline } from '@muster/contract/pipelines.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, patchRow, type RowOf } from '../api/query.ts'
import { outcomeLabels } from '../calls/call-labels.ts'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './outcome-rules.module.css'

type Pipeline = RowOf<typeof listPipelines>
type Rule = Pipeline['outcomeRules'][number]

/** Returns the stage of a rule: its own, or the first of its type. */
function stageOf(pipeline: Pipeline, rule: Rule | undefined): string | null {
  if (!rule) return null
  if (rule.toStageId) return pipeline.stages.find(({ id }) => id === rule.toStageId)?.id ?? null
  return pipeline.stages.find(({ type }) => type === rule.toType)?.id ?? null
}

function useRules(pipeline: Pipeline) {
  const { id, outcomeRules: before } = pipeline
  const save = useMutation({
    mutationFn: (outcomeRules: Rule[]) => call(updatePipeline, { params: { id }, body: { outcomeRules } }),
    onMutate: (outcomeRules) => patchRow(listPipelines, id, { outcomeRules }),
    onError: (error, _rules, rollBack) => {
      rollBack?.()
      toastError(error, t`Rule not changed`)
    },
    onSettled: () => invalidate(listPipelines),
  })
  return (rules: Rule[]) =>
    save.mutate(rules, { onSuccess: () => toast(t`Rule changed`, () => save.mutate(before)) })
}

/** Edits to which stage each call outcome moves applications, for positions created from the pipeline. */
export function OutcomeRules({ pipeline }: { pipeline: Pipeline }) {
  const { outcomeRules, stages, can } = pipeline
  const save = useRules(pipeline)
  const without = (outcome: Rule['outcome']) => outcomeRules.filter((rule) => rule.outcome !== outcome)
  const choices = stages
    .filter(({ type }) => type !== 'hired')
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <section className={classes.rules} aria-label={t`Call outcomes`}>
      <header>
        <h2 className={classes.title}>
          <Trans>Call outcomes</Trans>
        </h2>
        <p className={classes.text}>
          <Trans>
            Choose where an application moves after each call outcome. Closed applications never move.
            Applications move back only if you include previous steps.
          </Trans>
        </p>
      </header>
      <ul className={classes.list}>
        {callOutcomes.map((outcome) => {
          const rule = outcomeRules.find((each) => each.outcome === outcome)
          const label = t(outcomeLabels[outcome])
          return (
            <li key={outcome} className={classes.rule}>
              <span>{label}</span>
              <Select
                aria-label={t`Stage after "${label}"`}
                data={choices}
                value={stageOf(pipeline, rule)}
                placeholder={t`No change`}
                clearable={can.edit}
                disabled={!can.edit}
                onChange={(toStageId) =>
                  save([
                    ...without(outcome),
                    ...(toStageId ? [{ outcome, toStageId, backwards: rule?.backwards ?? false }] : []),
                  ])
                }
              />
              <Checkbox
                size="xs"
                label={t`Include previous steps`}
                checked={rule?.backwards ?? false}
                disabled={!rule || !can.edit}
                onChange={(event) =>
                  rule && save([...without(outcome), { ...rule, backwards: event.currentTarget.checked }])
                }
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
