import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { downloadLeftOutRows, listLeftOutRows } from '@muster/contract/import-rows.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { formatNumber } from '../ui/format.ts'
import { saveBlob } from '../ui/save-blob.ts'
import { ErrorState } from '../ui/state.tsx'
import { toastError } from '../ui/toast.tsx'
import { type Analysis, countTakenIn, type ImportSettings, isTakenIn, takeInRow } from './import-settings.ts'
import { leftOutWords } from './import-words.ts'
import classes from './imports.module.css'

interface DownloadProps {
  importId: string
  fileName: string
}

function DownloadLeftOut({ importId, fileName }: DownloadProps) {
  const download = useMutation({
    mutationFn: () => call(downloadLeftOutRows, { params: { id: importId } }, { responseType: 'blob' }),
    onSuccess: (blob) => saveBlob(blob as unknown as Blob, `${fileName.replace(/\.\w+$/, '')}-left-out.csv`),
    onError: (error) => toastError(error, t`Report not downloaded`),
  })
  return (
    <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
      <Trans>Download rows left out</Trans>
    </Button>
  )
}

interface ChooseLeftOutProps {
  analysis: Analysis
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

/** The rows of the file that look like no data: what they hold, and which are imported all the same. */
export function ChooseLeftOut({ analysis, settings, onChange }: ChooseLeftOutProps) {
  const { leftOutCount, leftOutRows } = analysis
  if (!leftOutCount) return null
  const taken = countTakenIn(analysis, settings)
  const leftOut = leftOutCount - taken
  return (
    <section className={classes.lost} aria-label={t`Rows left out`}>
      <p className={classes.leftOutText}>
        {[
          leftOut > 0 &&
            plural(leftOut, {
              one: '# row is left out because it looks like no data',
              other: '# rows are left out because they look like no data',
            }),
          taken > 0 &&
            plural(taken, {
              one: '# such row is imported all the same',
              other: '# such rows are imported all the same',
            }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          onClick={() => onChange({ ...settings, takeIn: leftOut > 0 ? 'all' : undefined })}
        >
          {leftOut > 0 ? (
            <Plural value={leftOutCount} one="Import this row too" other="Import all # rows too" />
          ) : (
            <Trans>Leave out all</Trans>
          )}
        </Button>
        <DownloadLeftOut importId={analysis.id} fileName={analysis.fileName} />
      </div>
      <details className={classes.leftOutList}>
        <summary>
          {leftOutRows.length < leftOutCount
            ? t`The first ${formatNumber(leftOutRows.length)} of them`
            : t`See them`}
        </summary>
        <ul className={classes.leftOutRows}>
          {leftOutRows.map(({ row, why, text }) => (
            <li key={row}>
              <Checkbox
                label={t`Row ${formatNumber(row)}: ${text}`}
                description={t(leftOutWords[why])}
                checked={isTakenIn(settings, row)}
                onChange={(event) =>
                  onChange(takeInRow(analysis, settings, row, event.currentTarget.checked))
                }
              />
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

function LeftOutTable({ importId }: { importId: string }) {
  const pages = usePages(listLeftOutRows, { params: { id: importId }, query: {} })
  if (pages.isPending) return <p className={classes.caption}>{t`Reading the rows…`}</p>
  if (pages.error) return <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
  return (
    <div className={classes.leftOutList}>
      <ul className={classes.leftOutRows}>
        {pages.rows.map(({ row, why, cells }) => (
          <li key={row}>
            {t`Row ${formatNumber(row)}: ${cells.filter(Boolean).join(' · ')}`}{' '}
            <span className={classes.caption}>{t(leftOutWords[why])}</span>
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <Button variant="default" size="xs" onClick={pages.more}>
          <Trans>Show more rows</Trans>
        </Button>
      )}
    </div>
  )
}

/** What an import left out, with what it holds. */
export function LeftOutResult({ importId, fileName, leftOut }: DownloadProps & { leftOut: number }) {
  const [isShown, setIsShown] = useState(false)
  if (leftOut === 0) return null
  return (
    <section className={classes.lost} aria-label={t`Rows left out`}>
      <p className={classes.leftOutText}>
        <Plural
          value={leftOut}
          one="# row was left out because it looks like no data"
          other="# rows were left out because they look like no data"
        />
      </p>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          <Trans>Show rows left out</Trans>
        </Button>
        <DownloadLeftOut importId={importId} fileName={fileName} />
      </div>
      {isShown && <LeftOutTable importId={importId} />}
    </section>
  )
}
