import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'
import type { EditedFact } from './use-fact.ts'

interface FactNoticeProps<Value> {
  fact: EditedFact<Value>
  /** How a value reads. */
  show: (value: Value) => ReactNode
}

/** Under a fact that could not be changed as one wished: what stands in the way and the ways out of it. */
export function FactNotice<Value>({ fact, show }: FactNoticeProps<Value>) {
  const { label, conflict, failure } = fact
  if (conflict) {
    const { who, mine, theirs, keepMine, takeTheirs } = conflict
    const nothing = <Trans>nothing</Trans>
    return (
      <div className={classes.notice} role="alert" aria-label={t`${label} was changed meanwhile`}>
        <p>
          {who ? <Trans>{who} changed this meanwhile.</Trans> : <Trans>This was changed meanwhile.</Trans>}
        </p>
        <dl className={classes.versions}>
          <dt>
            <Trans>Theirs</Trans>
          </dt>
          <dd>{show(theirs) || nothing}</dd>
          <dt>
            <Trans>Yours</Trans>
          </dt>
          <dd>{show(mine) || nothing}</dd>
        </dl>
        <span className={classes.ways}>
          <Button size="compact-xs" onClick={keepMine}>
            <Trans>Keep mine</Trans>
          </Button>
          <Button size="compact-xs" variant="default" onClick={takeTheirs}>
            <Trans>Take theirs</Trans>
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
          <Trans>Try again</Trans>
        </Button>
        <Button size="compact-xs" variant="default" onClick={failure.discard}>
          <Trans>Discard</Trans>
        </Button>
      </span>
    </div>
  )
}
