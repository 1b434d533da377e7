import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './fields.module.css'
import type { InlineEdit } from './use-inline-edit.ts'

interface FieldNoticeProps<Value> {
  editable: InlineEdit<Value>
  /** Formats a value. */
  show: (value: Value) => ReactNode
}

/** Shows, below a field, a conflict or a failed save with the ways to resolve it. */
export function FieldNotice<Value>({ editable, show }: FieldNoticeProps<Value>) {
  const { label, conflict, failure } = editable
  if (conflict) {
    const { who, mine, theirs, keepMine, takeTheirs } = conflict
    const emptyValue = <Trans>empty</Trans>
    return (
      <div
        className={classes.notice}
        role="alert"
        aria-label={t`${label} was changed while you were editing`}
      >
        <p>
          {who ? (
            <Trans>{who} changed this field while you were editing.</Trans>
          ) : (
            <Trans>This field was changed while you were editing.</Trans>
          )}
        </p>
        <dl className={classes.versions}>
          <dt>
            <Trans>Theirs</Trans>
          </dt>
          <dd>{show(theirs) || emptyValue}</dd>
          <dt>
            <Trans>Yours</Trans>
          </dt>
          <dd>{show(mine) || emptyValue}</dd>
        </dl>
        <span className={classes.ways}>
          <Button size="compact-xs" onClick={keepMine}>
            <Trans>Keep mine</Trans>
          </Button>
          <Button size="compact-xs" variant="default" onClick={takeTheirs}>
            <Trans>Use theirs</Trans>
          </Button>
        </span>
      </div>
    )
  }
  if (!failure) return null
  return (
    <div className={classes.notice} role="alert">
      <p>{failure.text}</p>
      <span className={classes.ways}>
        <Button size="compact-xs" onClick={failure.retry}>
          <Trans>Retry</Trans>
        </Button>
        <Button size="compact-xs" variant="default" onClick={failure.discard}>
          <Trans>Discard</Trans>
        </Button>
      </span>
    </div>
  )
}
