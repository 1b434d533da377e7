import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Draft } from './import-draft.ts'
import type { Analysis } from './import-settings.ts'
import { useTargetLabel } from './import-targets.ts'
import classes from './imports.module.css'

type Column = Analysis['columns'][number]

interface ColumnOriginProps {
  column: Column
  draft: Draft
  /** The suggestion waits for an answer. */
  isAsked: boolean
  onAnswer: (isAgreed: boolean) => void
  /** Absent for users who may not define fields. */
  onMakeField: (() => void) | undefined
}

/** Why a column is mapped as it is: as last time, as suggested and how surely, by hand; or the question what it is. */
export function ColumnOrigin({ column, draft, isAsked, onAnswer, onMakeField }: ColumnOriginProps) {
  const { analysis, settings } = draft
  const field = settings.mapping[String(column.index)]
  const remembered = analysis.rememberedMapping
  const { suggestion } = column
  if (isAsked) return <Question column={column} onAnswer={onAnswer} />
  if (remembered && remembered[String(column.index)] === field)
    return (
      <span className={classes.caption}>
        {field ? t`Same as last time` : t`Not imported, same as last time`}
      </span>
    )
  if (field && field === suggestion.field) {
    const isSure = suggestion.confidence >= 0.8
    return (
      <span className={classes.caption}>
        <strong className={classes.sure} data-sureness={isSure ? 'sure' : 'likely'}>
          {isSure ? t`Certain` : t`Likely`}
        </strong>{' '}
        {suggestion.why}
      </span>
    )
  }
  if (field) return <span className={classes.caption}>{t`Chosen by you`}</span>
  const isUnmatched = suggestion.field === null && suggestion.confidence < 1 && column.samples.length > 0
  return (
    <span className={classes.caption}>
      {isUnmatched ? t`Not imported. ${suggestion.why}` : t`Not imported`}
      {onMakeField && column.samples.length > 0 && (
        <Button
          className={classes.makeField}
          size="compact-sm"
          variant="default"
          aria-label={t`Make a field of ${column.header}`}
          onClick={onMakeField}
        >
          <Trans>Make a field…</Trans>
        </Button>
      )}
    </span>
  )
}

function Question({ column, onAnswer }: Pick<ColumnOriginProps, 'column' | 'onAnswer'>) {
  const { header, suggestion } = column
  const guess = useTargetLabel()(suggestion.field!)
  return (
    <div className={classes.question}>
      <strong>
        <Trans>Map to {guess}?</Trans>
      </strong>
      <span className={classes.caption}>{suggestion.why}</span>
      <span className={classes.answers}>
        <Button
          size="compact-sm"
          aria-label={t`Yes, map ${header} to ${guess}`}
          onClick={() => onAnswer(true)}
        >
          <Trans>Yes</Trans>
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`No, do not import ${header}`}
          onClick={() => onAnswer(false)}
        >
          <Trans>No</Trans>
        </Button>
      </span>
    </div>
  )
}
