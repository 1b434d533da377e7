import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { downloadLeftOutRows } from '@muster/contract/import-rows.ts'
import { call } from '../api/call.ts'
import { formatNumber } from '../ui/format.ts'
import { leftOutLabels } from './import-labels.ts'
import { type Analysis, countTakenIn, type ImportSettings, isTakenIn, takeInRow } from './import-settings.ts'
import classes from './imports.module.css'
import { DownloadRows, RowsNotice } from './rows-notice.tsx'

interface ChooseLeftOutProps {
  analysis: Analysis
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

/** The rows of the file that do not look like data: what they hold, and which are imported all the same. */
export function ChooseLeftOut({ analysis, settings, onChange }: ChooseLeftOutProps) {
  const { leftOutCount, leftOutRows } = analysis
  if (!leftOutCount) return null
  const taken = countTakenIn(analysis, settings)
  const leftOut = leftOutCount - taken
  const lines = [
    leftOut > 0 &&
      plural(leftOut, {
        one: '# row is excluded because it does not look like data',
        other: '# rows are excluded because they do not look like data',
      }),
    taken > 0 &&
      plural(taken, {
        one: '# of these rows will be imported',
        other: '# of these rows will be imported',
      }),
  ]
  return (
    <RowsNotice
      label={t`Excluded rows`}
      text={lines.filter(Boolean).join(' · ')}
      actions={
        <>
          <Button
            variant="default"
            size="xs"
            onClick={() => onChange({ ...settings, takeIn: leftOut > 0 ? 'all' : undefined })}
          >
            {leftOut > 0 ? (
              <Plural value={leftOutCount} one="Import this row too" other="Import all # rows too" />
            ) : (
              <Trans>Exclude all rows</Trans>
            )}
          </Button>
          <DownloadRows
            load={() => call(downloadLeftOutRows, { params: { id: analysis.id } }, { responseType: 'blob' })}
            fileName={analysis.fileName}
            kind="left-out"
          >
            <Trans>Download excluded rows</Trans>
          </DownloadRows>
        </>
      }
    >
      <details className={classes.noticeRows}>
        <summary>
          {leftOutRows.length < leftOutCount
            ? t`Show the first ${formatNumber(leftOutRows.length)}`
            : t`Show rows`}
        </summary>
        <ul className={classes.leftOutRows}>
          {leftOutRows.map(({ row, why, text }) => (
            <li key={row}>
              <Checkbox
                label={t`Row ${formatNumber(row)}: ${text}`}
                description={t(leftOutLabels[why])}
                checked={isTakenIn(settings, row)}
                onChange={(event) =>
                  onChange(takeInRow(analysis, settings, row, event.currentTarget.checked))
                }
              />
            </li>
          ))}
        </ul>
      </details>
    </RowsNotice>
  )
}
