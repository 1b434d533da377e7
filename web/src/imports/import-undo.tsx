import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getImportStatus, listImports } from '@muster/contract/import-status.ts'
import {
  downloadUndoReport,
  listKeptRows,
  previewImportUndo,
  undoErasedAfterDays,
  undoImport,
} from '@muster/contract/import-undo.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { confirm } from '../ui/confirm.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { newKey } from '../ui/new-key.ts'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import { recordLabel } from './created-records.tsx'
import classes from './imports.module.css'
import { timeLeft } from './time-left.ts'
import { useReportDownload } from './use-report-download.ts'

export type Import = ResponseOf<typeof getImportStatus>
type Forecast = ResponseOf<typeof previewImportUndo>

const dayMs = 24 * 3600_000

/** Whether the import can be undone now: it has ended, changed something, and was not undone. */
export function canUndo({ state, created, updated, undo }: Import): boolean {
  const isOver = state === 'completed' || state === 'canceled' || state === 'failed'
  return isOver && created + updated > 0 && (undo === null || undo.state === 'failed')
}

export function isBeingUndone({ undo }: Import): boolean {
  return undo?.state === 'queued' || undo?.state === 'running'
}

/** What the undo will change, in figures. */
function ForecastText({ forecast }: { forecast: Forecast }) {
  const { removedPeople, removedApplications, restoredPeople, restoredApplications, kept, reasons, records } =
    forecast
  const lines = [
    removedApplications > 0 &&
      plural(removedApplications, {
        one: '# application will be removed',
        other: '# applications will be removed',
      }),
    removedPeople > 0 &&
      plural(removedPeople, { one: '# candidate will be removed', other: '# candidates will be removed' }),
    restoredApplications > 0 &&
      plural(restoredApplications, {
        one: '# application will get its previous values back',
        other: '# applications will get their previous values back',
      }),
    restoredPeople > 0 &&
      plural(restoredPeople, {
        one: '# candidate will get their previous values back',
        other: '# candidates will get their previous values back',
      }),
    ...records.filter(({ removed }) => removed).map((record) => t`Will be removed: ${recordLabel(record)}`),
    ...records
      .filter(({ removed }) => !removed)
      .map((record) => t`Kept because it is in use: ${recordLabel(record)}`),
    kept > 0 && plural(kept, { one: '# row will be kept:', other: '# rows will be kept:' }),
  ].filter((line) => line !== false)
  return (
    <div className={classes.forecast}>
      {forecast.looked < forecast.total && (
        <p>
          <Trans>
            Based on the first {formatNumber(forecast.looked)} of {formatNumber(forecast.total)} rows:
          </Trans>
        </p>
      )}
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ code, message, count }) => (
            <li key={code}>
              {message}: {formatNumber(count)}
            </li>
          ))}
        </ul>
      )}
      {removedApplications + removedPeople > 0 && (
        <p>
          <Trans>
            Removed records and the file are permanently erased after {undoErasedAfterDays} days, on{' '}
            {formatDay(new Date(Date.now() + undoErasedAfterDays * dayMs))}.
          </Trans>
        </p>
      )}
    </div>
  )
}

/** When the removed records are erased, or were. */
function Erasure({ undo: { erasesAt, erasedAt } }: { undo: NonNullable<Import['undo']> }) {
  if (erasedAt)
    return (
      <p className={classes.caption}>
        <Trans>Removed records and the file were permanently erased on {formatDay(erasedAt)}.</Trans>
      </p>
    )
  if (!erasesAt) return null
  return (
    <p className={classes.caption}>
      <Trans>Removed records and the file will be permanently erased on {formatDay(erasesAt)}.</Trans>
    </p>
  )
}

/** Shows what will change, then undoes the import. */
export function UndoImportButton({ of, size }: { of: Import; size?: 'xs' }) {
  const undo = useMutation({
    mutationFn: async () => {
      const params = { id: of.id }
      const forecast = await call(previewImportUndo, { params })
      const file = of.fileName
      const isSure = await confirm({
        title: t`Undo the import of ${file}?`,
        text: <ForecastText forecast={forecast} />,
        action: t`Undo import`,
      })
      if (isSure) await call(undoImport, { params }, { idempotencyKey: newKey() })
    },
    onError: (error) => toastError(error, t`Import not undone`),
    onSettled: () => invalidate(getImportStatus, listImports),
  })
  return (
    <Button
      variant="default"
      size={size}
      loading={undo.isPending}
      onClick={(event) => {
        event.stopPropagation()
        undo.mutate()
      }}
    >
      <Trans>Undo import…</Trans>
    </Button>
  )
}

function KeptRows({ of }: { of: Import }) {
  const { data } = useQuery(endpointQuery(listKeptRows, { params: { id: of.id }, query: { limit: 100 } }))
  if (!data?.items.length) return null
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t`Kept rows`}>
        <thead>
          <tr>
            <th>
              <Trans>Row</Trans>
            </th>
            <th>
              <Trans>Name</Trans>
            </th>
            <th>
              <Trans>Reason</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ row, name, message, applicationId, candidateId }) => (
            <tr key={row}>
              <td>{formatNumber(row)}</td>
              <td>
                {applicationId ? (
                  <TextLink to="/applications/$id" params={{ id: applicationId }}>
                    {name}
                  </TextLink>
                ) : candidateId ? (
                  <TextLink to="/candidates/$id" params={{ id: candidateId }}>
                    {name}
                  </TextLink>
                ) : (
                  name
                )}
              </td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.nextCursor && (
        <p className={classes.caption}>
          <Trans>
            Showing the first {formatNumber(data.items.length)} rows. Download the kept rows to see all of
            them.
          </Trans>
        </p>
      )}
    </div>
  )
}

/** The progress of an undo, and then the kept rows with their reasons. */
export function ImportUndo({ of }: { of: Import }) {
  const { undo } = of
  const report = useReportDownload(
    () => call(downloadUndoReport, { params: { id: of.id } }, { responseType: 'blob' }),
    of.fileName,
    'kept-rows',
  )
  if (!undo) return null
  const isActive = isBeingUndone(of)
  const who = undo.by.name
  return (
    <Section
      title={isActive ? t`Undoing import` : undo.state === 'failed' ? t`Import not undone` : t`Import undone`}
      text={
        <Trans>
          by {who}, <When at={undo.at} />
        </Trans>
      }
      action={
        undo.reportUrl &&
        !isActive && (
          <Button variant="default" loading={report.isPending} onClick={() => report.mutate()}>
            <Trans>Download kept rows</Trans>
          </Button>
        )
      }
    >
      <div role="status">
        <Progress
          value={undo.total > 0 && isActive ? (undo.processed / undo.total) * 100 : 100}
          animated={isActive}
          aria-label={t`Undo import`}
        />
        <span className={classes.caption}>
          {[
            t`${formatNumber(undo.processed)} of ${plural(undo.total, { one: '# row', other: '# rows' })}`,
            isActive &&
              undo.rowsPerSecond &&
              t`${formatNumber(Math.round(undo.rowsPerSecond))} rows per second`,
            isActive && undo.secondsLeft !== null && timeLeft(undo.secondsLeft),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {undo.error && (
        <p role="alert" className={classes.problem} data-severity="error">
          {undo.error}
        </p>
      )}
      <div className={classes.counts}>
        <div className={classes.count}>
          <strong>{formatNumber(undo.undone)}</strong>
          <Trans>Rows undone</Trans>
        </div>
        <div className={classes.count}>
          <strong>{formatNumber(undo.kept)}</strong>
          <Trans>Rows kept</Trans>
        </div>
      </div>
      <Erasure undo={undo} />
      {undo.kept > 0 && !isActive && (
        <>
          <KeptRows of={of} />
          <div className={classes.buttons}>
            <LinkButton to="/applications" search={{ importId: of.id }} variant="default">
              <Trans>Show kept applications</Trans>
            </LinkButton>
          </div>
        </>
      )}
    </Section>
  )
}
