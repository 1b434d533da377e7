import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Stage } from '../statuses/editor/stage.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatNumber } from '../ui/format.ts'
import classes from './board-preview.module.css'

interface BoardPreviewProps {
  name: string
  company: string | undefined
  openings: number
  stages: readonly Stage[]
}

function limitOf({ slaDays }: Stage): string {
  if (slaDays === null) return t`No limit`
  return Number.isInteger(slaDays)
    ? plural(slaDays, { one: 'Late after # day', other: 'Late after # days' })
    : t`Late after ${formatNumber(slaDays)} days`
}

/** The board as it will be: it follows each change of the form beside it. */
export function BoardPreview({ name, company, openings, stages }: BoardPreviewProps) {
  const title = name.trim() || t`A new position`
  return (
    <section className={classes.board} aria-label={t`The board as it will be`}>
      <p className={classes.title}>
        <strong>{title}</strong>
        {company && <span>{company}</span>}
        <span>{plural(openings, { one: '# opening', other: '# openings' })}</span>
      </p>
      {stages.length === 0 && (
        <p className={classes.none}>
          <Trans>No columns yet</Trans>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by the keyboard */}
      <ol className={classes.columns} tabIndex={0} aria-label={t`Columns`}>
        {stages.map((stage) => (
          <li key={stage.id} className={classes.column}>
            <span className={classes.head}>
              <StatusIcon type={stage.type} color={stage.color} />
              <span className={classes.name} title={stage.name}>
                {stage.name}
              </span>
            </span>
            <span className={classes.limit} title={limitOf(stage)}>
              {limitOf(stage)}
            </span>
            <span className={classes.card} aria-hidden />
            <span className={classes.card} data-faint aria-hidden />
          </li>
        ))}
      </ol>
    </section>
  )
}
