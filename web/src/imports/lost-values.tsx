import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ImportField } from '@muster/contract/import-fields.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../ui/format.ts'
import { importFieldWords } from './import-words.ts'
import classes from './imports.module.css'

interface LostValuesProps {
  losses: readonly { field: ImportField; rows: number }[]
  /** How many rows lose something. */
  children: ReactNode
  /** What the rows are shown by: a field, or any. */
  shown: ImportField | 'any' | undefined
  /** Without it the figures are only read. */
  onShow?: (shown: ImportField | undefined) => void
  action: ReactNode
}

/** What is lost of rows that are imported all the same, by field: never only a green result. */
export function LostValues({ losses, children, shown, onShow, action }: LostValuesProps) {
  if (losses.length === 0) return null
  return (
    <section className={classes.lost} aria-label={t`Lost values`}>
      <p className={classes.lostText}>{children}</p>
      <ul className={classes.lostFields}>
        {losses.map(({ field, rows }) => (
          <li key={field}>
            {onShow ? (
              <button
                type="button"
                className={classes.reason}
                data-severity="error"
                aria-pressed={shown === field}
                onClick={() => onShow(shown === field ? undefined : field)}
              >
                {t(importFieldWords[field])} <b>{formatNumber(rows)}</b>
              </button>
            ) : (
              <span className={classes.reason} data-severity="error">
                {t(importFieldWords[field])} <b>{formatNumber(rows)}</b>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>{action}</div>
    </section>
  )
}

interface DownloadLossesProps {
  busy: boolean
  onDownload: () => void
}

export function DownloadLosses({ busy, onDownload }: DownloadLossesProps) {
  return (
    <Button variant="default" size="xs" loading={busy} onClick={onDownload}>
      <Trans>Download rows with lost values</Trans>
    </Button>
  )
}
