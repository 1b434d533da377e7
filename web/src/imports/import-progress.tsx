import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import type { ImportCase, ImportCaseChoice } from '@muster/contract/import-cases.ts'
import { downloadImportErrors, type importRowKinds } from '@muster/contract/import-rows.ts'
import { cancelImport, getImportStatus, listImports, resumeImport } from '@muster/contract/import-status.ts'
import { getStart } from '@muster/contract/start.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { formatNumber } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import { BeyondPlan } from './beyond-plan.tsx'
import { CreatedRecords } from './created-records.tsx'
import { caseChoiceLabels, importCaseLabels, importPolicyLabels } from './import-labels.ts'
import { ImportRows } from './import-rows.tsx'
import { ImportState } from './import-state.tsx'
import { canUndo, type Import, ImportUndo, isBeingUndone, UndoImportButton } from './import-undo.tsx'
import classes from './imports.module.css'
import { ResultNotices } from './result-notices.tsx'
import { timeLeft } from './time-left.ts'
import { useReportDownload } from './use-report-download.ts'

const pollMs = 1000

/** What was chosen before it began: part of what it did. */
function Chosen({ of }: { of: Import }) {
  const { policy, cases, corrections } = of
  if (!policy) return null
  const lines = [
    t`Existing candidates: ${t(importPolicyLabels[policy])}`,
    ...(Object.entries(cases) as [ImportCase, ImportCaseChoice][]).map(
      ([kind, choice]) => `${t(importCaseLabels[kind])}: ${t(caseChoiceLabels(kind, choice))}`,
    ),
    corrections > 0 && plural(corrections, { one: '# correction', other: '# corrections' }),
  ].filter((line) => line !== false)
  return (
    <ul className={classes.promises} aria-label={t`Import settings`}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** The last step: how far it is, and then what came of it. Leaving the page stops nothing. */
export function ImportProgress({ id, onAnother }: { id: string; onAnother: () => void }) {
  const params = { id }
  const { data: status } = useSuspenseQuery({
    ...endpointQuery(getImportStatus, { params }),
    refetchInterval: ({ state }) =>
      state.data && (['queued', 'running'].includes(state.data.state) || isBeingUndone(state.data))
        ? pollMs
        : false,
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelImport, { params }),
    onError: (error) => toastError(error, t`Import not canceled`),
    onSettled: () => invalidate(getImportStatus, listImports),
  })
  const resume = useMutation({
    mutationFn: () => call(resumeImport, { params }),
    onError: (error) => toastError(error, t`Import not resumed`),
    onSettled: () => invalidate(getImportStatus, listImports),
  })
  const report = useReportDownload(
    () => call(downloadImportErrors, { params }, { responseType: 'blob' }),
    status.fileName,
    'errors',
  )
  const [shown, setShown] = useState<(typeof importRowKinds)[number] | null>(null)
  const active = status.state === 'queued' || status.state === 'running'
  // The first import is a step of the checklist in the navigation.
  useEffect(() => {
    if (!active) void invalidate(getStart)
  }, [active])
  // Once an undo is erased, nothing is left to show of the rows.
  const hasRows = !active && !status.undo?.erasedAt
  const canGoOn = (status.state === 'failed' || status.state === 'canceled') && !status.undo
  const percent = status.total ? (status.processed / status.total) * 100 : 0
  const counts = [
    ['created', t`Created`, status.created],
    ['updated', t`Updated`, status.updated],
    ['skipped', t`Skipped`, status.skipped],
    ['conflict', t`Conflicts`, status.conflicts],
    ['invalid', t`Invalid`, status.invalid],
  ] as const
  const result = (
    <Section
      title={status.fileName}
      text={<ImportState state={status.state} lostRows={status.lostRows} />}
      action={
        active && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            <Trans>Cancel</Trans>
          </Button>
        )
      }
    >
      <div role="status">
        <Progress
          value={status.state === 'completed' ? 100 : percent}
          animated={active}
          aria-label={t`Import`}
        />
        <span className={classes.caption}>
          {[
            status.total === null
              ? plural(status.processed, { one: '# row so far', other: '# rows so far' })
              : t`${formatNumber(status.processed)} of ${plural(status.total, { one: '# row', other: '# rows' })}`,
            active &&
              status.rowsPerSecond &&
              t`${formatNumber(Math.round(status.rowsPerSecond))} rows per second`,
            active && status.secondsLeft !== null && timeLeft(status.secondsLeft),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {status.error && (
        <p role="alert" className={classes.problem} data-severity="error">
          {status.error}
        </p>
      )}
      <CreatedRecords
        title={t`New companies, positions and statuses`}
        records={status.records.filter(({ removed }) => !removed)}
      />
      {!active && <BeyondPlan rows={status.beyondPlan} />}
      <div className={classes.counts}>
        {counts.map(([result, label, value]) => (
          <button
            key={result}
            type="button"
            className={classes.count}
            data-result={value > 0 ? result : undefined}
            aria-pressed={shown === result}
            disabled={value === 0 || !hasRows}
            onClick={() => setShown(shown === result ? null : result)}
          >
            <strong>{formatNumber(value)}</strong>
            {label}
          </button>
        ))}
      </div>
      {shown && shown !== 'lost' && shown !== 'ragged' && hasRows && (
        <ImportRows key={shown} id={id} result={shown} />
      )}
      {hasRows && (
        <ResultNotices of={status} shown={shown} onShow={(kind) => setShown(shown === kind ? null : kind)} />
      )}
      <Chosen of={status} />
      {!active && (
        <div className={classes.buttons}>
          {status.errorsUrl && (
            <Button variant="default" loading={report.isPending} onClick={() => report.mutate()}>
              <Trans>Download rejected rows</Trans>
            </Button>
          )}
          <Button variant="default" onClick={onAnother}>
            <Trans>Import another file</Trans>
          </Button>
          {canGoOn && (
            <Button loading={resume.isPending} onClick={() => resume.mutate()}>
              <Trans>Import remaining rows</Trans>
            </Button>
          )}
          {canUndo(status) && <UndoImportButton of={status} />}
          {!status.undo && status.created > 0 && (
            <LinkButton variant={canGoOn ? 'default' : 'filled'} to="/applications" search={{ importId: id }}>
              <Plural
                value={status.created}
                one="Show # created application"
                other="Show # created applications"
              />
            </LinkButton>
          )}
        </div>
      )}
    </Section>
  )
  return (
    <>
      <ImportUndo of={status} />
      {result}
    </>
  )
}
