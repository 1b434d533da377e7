import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ImportField } from '@muster/contract/import-fields.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../ui/format.ts'
import { importFieldLabels } from './import-labels.ts'
import classes from './imports.module.css'
import { DownloadRows, RowsNotice } from './rows-notice.tsx'

interface LostValuesProps {
  losses: readonly { field: ImportField; rows: number }[]
  /** How many rows lose something. */
  text: ReactNode
  /** Loads the report of the rows. */
  load: () => Promise<unknown>
  fileName: string
  /** The field whose rows are shown. */
  shown?: ImportField | undefined
  /** Without it the figures are only read. */
  onShow?: (shown: ImportField | undefined) => void
  action?: ReactNode
  /** The rows themselves. */
  children?: ReactNode
}

/** What is lost of rows that are imported all the same, by field: never only a green result. */
export function LostValues({
  losses,
  text,
  load,
  fileName,
  shown,
  onShow,
  action,
  children,
}: LostValuesProps) {
  if (losses.length === 0) return null
  return (
    <RowsNotice
      label={t`Lost values`}
      text={text}
      isWarning
      actions={
        <>
          {action}
          <DownloadRows load={load} fileName={fileName} kind="lost-values">
            <Trans>Download rows with lost values</Trans>
          </DownloadRows>
        </>
      }
    >
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
                {t(importFieldLabels[field])} <b>{formatNumber(rows)}</b>
              </button>
            ) : (
              <span className={classes.reason} data-severity="error">
                {t(importFieldLabels[field])} <b>{formatNumber(rows)}</b>
              </span>
            )}
          </li>
        ))}
      </ul>
      {children}
    </RowsNotice>
  )
}
