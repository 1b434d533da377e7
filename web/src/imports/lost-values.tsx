import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../ui/format.ts'
import { useTargetLabel } from './import-targets.ts'
import classes from './imports.module.css'
import { DownloadRows, RowsNotice } from './rows-notice.tsx'

interface LostValuesProps {
  losses: readonly { field: ImportTarget; rows: number }[]
  /** How many rows lose something. */
  text: ReactNode
  /** Loads the report of the rows. */
  load: () => Promise<unknown>
  fileName: string
  /** The field whose rows are shown. */
  shown?: ImportTarget | undefined
  /** Without it the figures are only read. */
  onShow?: (shown: ImportTarget | undefined) => void
  action?: ReactNode
  /** The rows themselves. */
  children?: ReactNode
}

/** Values that the user chose to leave empty: stated, and no loss. */
export function LeftEmpty({ fields }: { fields: LostValuesProps['losses'] }) {
  const labelOf = useTargetLabel()
  if (fields.length === 0) return null
  return (
    <RowsNotice label={t`Left empty, as chosen`} text={<Trans>Left empty, as chosen</Trans>}>
      <ul className={classes.lostFields}>
        {fields.map(({ field, rows }) => (
          <li key={field}>
            <span className={classes.reason}>
              {labelOf(field)} <Plural value={rows} one="# row" other="# rows" />
            </span>
          </li>
        ))}
      </ul>
    </RowsNotice>
  )
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
  const labelOf = useTargetLabel()
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
                {labelOf(field)} <b>{formatNumber(rows)}</b>
              </button>
            ) : (
              <span className={classes.reason} data-severity="error">
                {labelOf(field)} <b>{formatNumber(rows)}</b>
              </span>
            )}
          </li>
        ))}
      </ul>
      {children}
    </RowsNotice>
  )
}
