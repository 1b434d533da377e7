import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getImportStatus, listImports } from '@muster/contract/import-status.ts'
import {
  downloadUndoReport,
  listKeptRows,
  previewImportUndo,
  undoImport,
} from '@muster/contract/import-undo.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { confirm } from '../ui/confirm.tsx'
import { formatNumber } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { newKey } from '../ui/new-key.ts'
import { saveBlob } from '../ui/save-blob.ts'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import classes from './imports.module.css'
import { timeLeft } from './time-left.ts'

export type Import = ResponseOf<typeof getImportStatus>
type Forecast = ResponseOf<typeof previewImportUndo>

/** Whether it can be taken back now: it is over, made something, and was not taken back. */
export function canTakeBack({ state, created, updated, undo }: Import): boolean {
  const isOver = state === 'completed' || state === 'canceled' || state === 'failed'
  return isOver && created + updated > 0 && (undo === null || undo.state === 'failed')
}

export function isBeingTakenBack({ undo }: Import): boolean {
  return undo?.state === 'queued' || undo?.state === 'running'
}

/** What taking it back will do, in figures. */
function ForecastText({ forecast }: { forecast: Forecast }) {
  const { removedPeople, removedApplications, restoredPeople, restoredApplications, kept, reasons } = forecast
  const lines = [
    removedApplications > 0 &&
      plural(removedApplications, { one: '# application is removed', other: '# applications are removed' }),
    removedPeople > 0 && plural(removedPeople, { one: '# person is removed', other: '# people are removed' }),
    restoredApplications > 0 &&
      plural(restoredApplications, {
        one: '# application becomes what it was',
        other: '# applications become what they were',
      }),
    restoredPeople > 0 &&
      plural(restoredPeople, {
        one: '# person becomes who they were',
        other: '# people become who they were',
      }),
    kept > 0 && plural(kept, { one: '# row stays as it is:', other: '# rows stay as they are:' }),
  ].filter((line) => line !== false)
  return (
    <div className={classes.forecast}>
      {forecast.looked < forecast.total && (
        <p>
          <Trans>
            Of the first {formatNumber(forecast.looked)} of {formatNumber(forecast.total)} rows:
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
    </div>
  )
}

/** Says what will happen, then takes the import back. */
export function TakeBackButton({ of, size }: { of: Import; size?: 'xs' }) {
  const takeBack = useMutation({
    mutationFn: async () => {
      const params = { id: of.id }
      const forecast = await call(previewImportUndo, { params })
      const file = of.fileName
      const isSure = await confirm({
        title: t`Take back ${file}?`,
        text: <ForecastText forecast={forecast} />,
        action: t`Take back`,
      })
      if (isSure) await call(undoImport, { params }, { idempotencyKey: newKey() })
    },
    onError: (error) => toastError(error, t`Import not taken back`),
    onSettled: () => invalidate(getImportStatus, listImports),
  })
  return (
    <Button
      variant="default"
      size={size}
      loading={takeBack.isPending}
      onClick={(event) => {
        event.stopPropagation()
        takeBack.mutate()
      }}
    >
      <Trans>Take back…</Trans>
    </Button>
  )
}

function KeptRows({ of }: { of: Import }) {
  const { data } = useQuery(endpointQuery(listKeptRows, { params: { id: of.id }, query: { limit: 100 } }))
  if (!data?.items.length) return null
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t`Rows that stay`}>
        <thead>
          <tr>
            <th>
              <Trans>Row</Trans>
            </th>
            <th>
              <Trans>Name</Trans>
            </th>
            <th>
              <Trans>Why it stays</Trans>
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
          <Trans>The first {formatNumber(data.items.length)}; the download has all of them.</Trans>
        </p>
      )}
    </div>
  )
}

/** How far an import is taken back, and then what stays and why. */
export function ImportUndo({ of }: { of: Import }) {
  const { undo } = of
  const report = useMutation({
    mutationFn: () => call(downloadUndoReport, { params: { id: of.id } }, { responseType: 'blob' }),
    onSuccess: (blob) =>
      saveBlob(blob as unknown as Blob, `${of.fileName.replace(/\.\w+$/, '')}-not-taken-back.csv`),
    onError: (error) => toastError(error, t`Report not downloaded`),
  })
  if (!undo) return null
  const isActive = isBeingTakenBack(of)
  const who = undo.by.name
  return (
    <Section
      title={isActive ? t`Being taken back` : undo.state === 'failed' ? t`Not taken back` : t`Taken back`}
      text={
        <Trans>
          by {who}, <When at={undo.at} />
        </Trans>
      }
      action={
        undo.reportUrl &&
        !isActive && (
          <Button variant="default" loading={report.isPending} onClick={() => report.mutate()}>
            <Trans>Download rows that stay</Trans>
          </Button>
        )
      }
    >
      <div role="status">
        <Progress
          value={undo.total > 0 && isActive ? (undo.processed / undo.total) * 100 : 100}
          animated={isActive}
          aria-label={t`Take back`}
        />
        <span className={classes.caption}>
          {[
            t`${formatNumber(undo.processed)} of ${plural(undo.total, { one: '# row', other: '# rows' })}`,
            isActive && undo.rowsPerSecond && t`${formatNumber(Math.round(undo.rowsPerSecond))} a second`,
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
          <Trans>Taken back</Trans>
        </div>
        <div className={classes.count}>
          <strong>{formatNumber(undo.kept)}</strong>
          <Trans>Changed since, stay</Trans>
        </div>
      </div>
      {undo.kept > 0 && !isActive && (
        <>
          <KeptRows of={of} />
          <div className={classes.buttons}>
            <LinkButton to="/applications" search={{ importId: of.id }} variant="default">
              <Trans>Show applications that stay</Trans>
            </LinkButton>
          </div>
        </>
      )}
    </Section>
  )
}
