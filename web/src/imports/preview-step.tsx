import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { importCaseKeys } from '@muster/contract/import-cases.ts'
import { type ImportTarget, importFieldKeys, isCustomTarget } from '@muster/contract/import-fields.ts'
import { downloadPreviewLosses } from '@muster/contract/import-preview.ts'
import { executeImport, listImports } from '@muster/contract/import-status.ts'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { formatNumber } from '../ui/format.ts'
import { oneOfParam } from '../ui/search-params.ts'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toastError } from '../ui/toast.tsx'
import { BeyondPlan } from './beyond-plan.tsx'
import { CorrectionList } from './correction-list.tsx'
import { CreatedRecords } from './created-records.tsx'
import type { Draft } from './import-draft.ts'
import { importCaseLabels, importResultLabels } from './import-labels.ts'
import { decideCase, type ImportSettings } from './import-settings.ts'
import classes from './imports.module.css'
import { LeftEmpty, LostValues } from './lost-values.tsx'
import { PeopleCases } from './people-cases.tsx'
import { PreviewTable } from './preview-table.tsx'
import { type Preview, usePreview } from './use-preview.ts'
import { WithoutApplied, WithoutDate } from './without-date.tsx'

const route = getRouteApi('/imports/new')

type Result = keyof typeof importResultLabels

const resultKeys = Object.keys(importResultLabels) as Result[]

/** All rows. */
function lostParam(value: unknown): ImportTarget | undefined {
  return typeof value === 'string' && isCustomTarget(value) ? value : oneOfParam(value, importFieldKeys)
}

const nothing = { only: undefined, reason: undefined, case: undefined, lost: undefined }

interface PreviewStepProps {
  draft: Draft
  onChange: (settings: ImportSettings) => void
  onBack: () => void
  onStarted: (importId: string) => void
}

/** How far the file was looked at, while that is not all of it. */
function HowFar({ looked, rowCount, isComplete }: Preview) {
  if (isComplete) return null
  return (
    <div role="status" className={classes.howFar}>
      <Progress value={rowCount > 0 ? (looked / rowCount) * 100 : 0} animated aria-label={t`Rows checked`} />
      <span className={classes.caption}>
        {t`Checked ${formatNumber(looked)} of ${plural(rowCount, { one: '# row', other: '# rows' })}. The counts update as more rows are checked. You can import without waiting.`}
      </span>
    </div>
  )
}

/** The third step: what will happen to each row, and why; what is wrong is mended here. */
export function PreviewStep({ draft, onChange, onBack, onStarted }: PreviewStepProps) {
  const { analysis, settings } = draft
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [everyReason, setEveryReason] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const filter = {
    only: search.only,
    reason: search.reason,
    case: oneOfParam(search.kind, importCaseKeys),
    lost: lostParam(search.lost),
  }
  const show = (next: typeof filter) =>
    void navigate({
      search: (now) => ({ ...now, only: next.only, reason: next.reason, kind: next.case, lost: next.lost }),
      replace: true,
      resetScroll: false,
    })
  const { figures, rows, correct } = usePreview(settings, filter, { isOn: !isStarting })
  const start = useMutation({
    mutationFn: () => call(executeImport, { body: settings }, { idempotencyKey: settings.importId }),
    onMutate: () => setIsStarting(true),
    onSuccess: (status) => {
      void invalidate(listImports)
      onStarted(status.id)
    },
    onError: (error) => {
      setIsStarting(false)
      toastError(error, t`Import not started`)
    },
  })
  const preview = figures.data
  if (!preview) {
    if (figures.error)
      return (
        <>
          <ErrorState
            title={t`Preview not available`}
            text={errorMessage(figures.error)}
            onRetry={() => void figures.refetch()}
          />
          <div className={classes.footer} data-bottom-bar="high">
            <Button variant="default" onClick={onBack}>
              <Trans>Back</Trans>
            </Button>
          </div>
        </>
      )
    return (
      <div role="status" aria-label={t`Checking the rows`}>
        <TableSkeleton rows={8} />
      </div>
    )
  }

  const { counts, reasons, cases, isComplete } = preview
  const taken = counts.create + counts.update
  const open = everyReason ? reasons : reasons.slice(0, 8)
  const isFiltered = filter.only || filter.reason || filter.case || filter.lost
  return (
    <>
      <Section
        title={t`Import preview`}
        text={t`${plural(preview.rowCount, { one: '# row', other: '# rows' })} in the file. Nothing is saved until you import. No emails or calls are sent.`}
        action={
          <CorrectionList importId={settings.importId} analysis={analysis} onTakeBack={correct.mutate} />
        }
      >
        <HowFar {...preview} />
        <CreatedRecords title={t`New companies, positions and statuses`} records={preview.records} />
        {counts.create > 0 && <WithoutApplied settings={settings} />}
        <WithoutDate rows={reasons.find(({ code }) => code === 'counts_today')?.count ?? 0} />
        <BeyondPlan rows={reasons.find(({ code }) => code === 'plan_limit')?.count ?? 0} />
        <div className={classes.counts} data-outdated={figures.isPlaceholderData || undefined}>
          <button
            type="button"
            className={classes.count}
            aria-pressed={!isFiltered}
            onClick={() => show(nothing)}
          >
            <strong>{formatNumber(counts.total)}</strong>
            <Trans>All rows</Trans>
          </button>
          {resultKeys.map((result) => (
            <button
              key={result}
              type="button"
              className={classes.count}
              data-result={counts[result] > 0 ? result : undefined}
              aria-pressed={filter.only === result}
              onClick={() => show({ ...filter, only: filter.only === result ? undefined : result })}
            >
              <strong>{formatNumber(counts[result])}</strong>
              {t(importResultLabels[result])}
            </button>
          ))}
        </div>
        {reasons.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: buttons that filter, no fields of a form
          <div className={classes.reasons} role="group" aria-label={t`Reason`}>
            {open.map(({ code, label, severity, count }) => (
              <button
                key={code}
                type="button"
                className={classes.reason}
                data-severity={severity}
                aria-pressed={filter.reason === code}
                onClick={() => show({ ...filter, reason: filter.reason === code ? undefined : code })}
              >
                {label} <b>{formatNumber(count)}</b>
              </button>
            ))}
            {reasons.length > open.length && (
              <button type="button" className={classes.reason} onClick={() => setEveryReason(true)}>
                <Plural value={reasons.length - open.length} one="# more" other="# more" />
              </button>
            )}
          </div>
        )}
        <LostValues
          losses={preview.losses}
          text={
            <Plural
              value={preview.lostRows}
              one="# row will be imported without some of its values. Correct it below or in the file."
              other="# rows will be imported without some of their values. Correct them below or in the file."
            />
          }
          load={() => call(downloadPreviewLosses, { body: settings }, { responseType: 'blob' })}
          fileName={analysis.fileName}
          shown={filter.lost}
          onShow={(lost) => show({ ...nothing, lost })}
        />
        <LeftEmpty fields={preview.leftEmpty} />
      </Section>
      {cases.length > 0 && (
        <PeopleCases
          cases={cases}
          decided={settings.cases ?? {}}
          policy={settings.policy ?? 'skip'}
          shown={filter.case}
          onShow={(kind) => show({ ...nothing, case: kind })}
          onDecide={(kind, choice) => onChange(decideCase(settings, kind, choice))}
        />
      )}
      <PreviewTable
        analysis={analysis}
        settings={settings}
        rows={rows}
        shown={filter.case ? t(importCaseLabels[filter.case]) : null}
        isFiltered={Boolean(isFiltered)}
        onCorrect={correct.mutate}
        onShowAll={() => show(nothing)}
      />
      <div className={classes.footer} data-bottom-bar="high">
        {taken === 0 && isComplete && (
          <p className={classes.missing}>
            <Trans>No rows can be imported. Correct the rows, or go back and change the mapping.</Trans>
          </p>
        )}
        <Button variant="default" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button
          loading={start.isPending}
          disabled={(taken === 0 && isComplete) || start.isSuccess}
          onClick={() => start.mutate()}
        >
          {isComplete ? (
            <Plural value={taken} one="Import # row" other="Import # rows" />
          ) : (
            <Trans>Import</Trans>
          )}
        </Button>
      </div>
    </>
  )
}
