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
    ? plural(slaDays, { one: '#-day limit', other: '#-day limit' })
    : t`${formatNumber(slaDays)}-day limit`
}

/** Previews the board, following each change of the form beside it. */
export function BoardPreview({ name, company, openings, stages }: BoardPreviewProps) {
  const title = name.trim() || t`New position`
  return (
    <section className={classes.board} aria-label={t`Board preview`}>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it sideways */}
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
