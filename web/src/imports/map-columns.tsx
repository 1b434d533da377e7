import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { fieldColumnOf } from '@muster/contract/field-subjects.ts'
import { type ImportTarget, importFieldKeys } from '@muster/contract/import-fields.ts'
import { analyzeImport, listImportValues } from '@muster/contract/imports.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { usePermission } from '../session/session.ts'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import { ColumnOrigin } from './column-origin.tsx'
import { type Draft, fileOfDraft } from './import-draft.ts'
import { importFieldLabels } from './import-labels.ts'
import {
  type Analysis,
  findQuestions,
  isMapped,
  keepInNotes,
  mapColumn,
  needsDateOrder,
  readWhole,
  takeValues,
  unmatchedColumns,
} from './import-settings.ts'
import { useCustomTargets, useIsDate } from './import-targets.ts'
import { undecidedValues, withoutCompany } from './import-values.ts'
import classes from './imports.module.css'
import { ChooseLeftOut } from './left-out-rows.tsx'
import { ReadOtherwise } from './read-otherwise.tsx'
import { RowSettings } from './row-settings.tsx'
import { ValueMatches } from './value-matches.tsx'

interface MapColumnsProps {
  draft: Draft
  onChange: (draft: Draft) => void
  onAnalysed: (analysis: Analysis, file: File) => void
  onBack: () => void
  onPreview: () => void
}

function facts({ format, encoding, delimiter, rowCount, headerRow }: Analysis): string {
  const separator = delimiter === '\t' ? t({ message: 'tab', comment: 'the character' }) : delimiter
  return [
    plural(rowCount, { one: '# row', other: '# rows' }),
    format.toUpperCase(),
    encoding?.toUpperCase(),
    separator && t`separated by ${separator}`,
    headerRow > 1 && t`header in row ${headerRow}`,
    headerRow === 0 && t`no header`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The choice that opens the dialog. */
const newField = 'new field'

// Few columns become fields.
const MakeFieldDialog = lazy(() =>
  import('./make-field-dialog.tsx').then((module) => ({ default: module.MakeFieldDialog })),
)

const identifying = [
  ...(['applicationId', 'candidateId', 'fullName', 'firstName', 'lastName'] as const),
  ...(['email', 'phone', 'profileUrl'] as const),
]

/** The second step: what each column means, beside samples of it. */
export function MapColumns({ draft, onChange, onAnalysed, onBack, onPreview }: MapColumnsProps) {
  const { analysis, settings, declined = [] } = draft
  const file = fileOfDraft(analysis.id)
  const [moreValues, setMoreValues] = useState<readonly string[]>([])
  const latest = useRef(draft)
  useLayoutEffect(() => {
    latest.current = draft
  })
  const questions = findQuestions(analysis, settings, new Set(declined))
  const read = useMutation({
    mutationFn: (query: { sheet?: string; headerRow?: number; encoding?: string; delimiter?: string }) =>
      call(analyzeImport, { query }, { file: file! }),
    onSuccess: (next) => onAnalysed(next, file!),
    onError: (error) => toastError(error, t`File not read`),
  })
  const readValues = useMutation({
    // One after the other, so that the last answer is that of the last mapping.
    scope: { id: 'values of import columns' },
    mutationFn: ({ settings: { importId, mapping } }: Draft) =>
      call(listImportValues, { body: { importId, mapping } }),
    onSuccess: ({ moreValues: more, ...found }) => {
      setMoreValues(more)
      // What was decided while the file was read stays decided.
      const now = latest.current
      const settings = takeValues(now.settings, found, now.analysis.phones)
      onChange({ ...now, analysis: { ...now.analysis, ...found }, settings })
    },
    onError: (error) => toastError(error, t`Column values not loaded`),
  })
  const change = (next: Draft['settings']) => onChange({ ...draft, settings: next })

  const customTargets = useCustomTargets()
  const isDate = useIsDate()
  const mayMakeFields = usePermission('custom-fields:manage')
  const [making, setMaking] = useState<Analysis['columns'][number] | null>(null)

  function remap(index: number, field: ImportTarget | null, isNewDate = false) {
    const next = { ...draft, settings: mapColumn(settings, index, field) }
    onChange(next)
    const loses = settings.mapping[String(index)]
    const isWhole = isNewDate || readWhole.has(field) || (field !== null && isDate(field))
    if (isWhole || loses === 'country') readValues.mutate(next)
  }

  function choose(column: Analysis['columns'][number], value: string) {
    if (value === newField) setMaking(column)
    else remap(column.index, (value || null) as ImportTarget | null)
  }

  function answer({ index, suggestion }: Analysis['columns'][number], isAgreed: boolean) {
    if (isAgreed) remap(index, suggestion.field)
    else onChange({ ...draft, declined: [...declined, index] })
  }

  const fieldOptions = [
    { value: '', label: t`Do not import` },
    { value: 'notes', label: t`Keep in notes` },
    ...importFieldKeys
      .filter((value) => value !== 'notes')
      .map((value) => ({ value, label: t(importFieldLabels[value]) })),
    ...(['candidate', 'application'] as const)
      .map((subject) => ({
        group: subject === 'candidate' ? t`Candidate fields` : t`Application fields`,
        items: customTargets
          .filter(({ field }) => field.subject === subject && field.canEdit && field.type !== 'file')
          .map(({ target, field }) => ({ value: target, label: field.label })),
      }))
      .filter(({ items }) => items.length > 0),
    ...(mayMakeFields ? [{ group: t`New`, items: [{ value: newField, label: t`Make a field…` }] }] : []),
  ]
  const mapped = Object.keys(settings.mapping).length
  const leftOut = analysis.columns.length - mapped
  const canRecognise = identifying.some((field) => isMapped(settings, field))
  const unmatched = unmatchedColumns(analysis, settings, new Set(declined)).filter(
    ({ index }) => !questions.has(index),
  )
  const undecided = (['position', 'status', 'owner'] as const).reduce(
    (sum, field) => sum + undecidedValues(analysis, settings, field).length,
    0,
  )
  const nameless = withoutCompany(settings)
  const lacksDates = needsDateOrder(analysis, settings, isDate) && !settings.dateOrder
  return (
    <>
      <Section
        title={t`Columns`}
        text={facts(analysis)}
        action={
          analysis.sheets &&
          analysis.sheets.length > 1 && (
            <NativeSelect
              aria-label={t`Sheet`}
              data={analysis.sheets.map(({ name, rows }) => ({
                value: name,
                label: t`${name} (${plural(rows, { one: '# row', other: '# rows' })})`,
              }))}
              value={analysis.sheet ?? ''}
              disabled={read.isPending || !file}
              title={file ? undefined : t`Choose the file again to read another sheet`}
              onChange={(event) => read.mutate({ sheet: event.currentTarget.value })}
            />
          )
        }
      >
        {analysis.rememberedMapping && (
          <p className={classes.note}>
            <Trans>A file with these columns was imported before. Its mapping is used again.</Trans>
          </p>
        )}
        <ChooseLeftOut analysis={analysis} settings={settings} onChange={change} />
        {questions.size > 0 && (
          <p className={classes.note} role="status">
            {plural(questions.size, {
              one: '# column needs your confirmation. Until then it is not imported.',
              other: '# columns need your confirmation. Until then they are not imported.',
            })}
          </p>
        )}
        {unmatched.length > 0 && (
          <div className={classes.unmatched}>
            <span>
              {plural(unmatched.length, {
                one: '# column does not match a field:',
                other: '# columns do not match a field:',
              })}{' '}
              {unmatched.map(({ header }) => header).join(', ')}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => change(keepInNotes(settings, unmatched))}
            >
              <Trans>Keep in notes</Trans>
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                onChange({ ...draft, declined: [...declined, ...unmatched.map(({ index }) => index)] })
              }
            >
              <Trans>Do not import</Trans>
            </Button>
          </div>
        )}
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Column</Trans>
                </th>
                <th scope="col">
                  <Trans>Sample values</Trans>
                </th>
                <th scope="col">
                  <Trans>Import as</Trans>
                </th>
                <th scope="col">
                  <Trans>Reason</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {analysis.columns.map((column) => (
                <tr
                  key={column.index}
                  className={questions.has(column.index) ? classes.asked : undefined}
                  data-left-out={!settings.mapping[String(column.index)] || undefined}
                >
                  <td className={`${classes.name} ${classes.column}`}>{column.header}</td>
                  <td>
                    <span className={classes.samples} title={column.samples.join('\n')}>
                      {column.samples.join(' · ') || <Trans>empty</Trans>}
                    </span>
                  </td>
                  <td className={classes.field}>
                    <NativeSelect
                      aria-label={t`Import ${column.header} as`}
                      data={fieldOptions}
                      value={settings.mapping[String(column.index)] ?? ''}
                      onChange={(event) => choose(column, event.currentTarget.value)}
                    />
                  </td>
                  <td className={classes.why}>
                    <ColumnOrigin
                      column={column}
                      draft={draft}
                      isAsked={questions.has(column.index)}
                      onAnswer={(isAgreed) => answer(column, isAgreed)}
                      onMakeField={mayMakeFields ? () => setMaking(column) : undefined}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className={classes.caption}>
          {[
            plural(mapped, { one: '# column mapped', other: '# columns mapped' }),
            leftOut > 0 &&
              plural(leftOut, {
                one: '# not imported',
                other: '# not imported',
              }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <ReadOtherwise
          analysis={analysis}
          canRead={file !== undefined}
          onRead={read.mutate}
          busy={read.isPending}
        />
      </Section>
      <ValueMatches
        analysis={analysis}
        settings={settings}
        moreValues={moreValues}
        isReading={readValues.isPending}
        onChange={change}
      />
      {making && (
        <Suspense>
          <MakeFieldDialog
            importId={analysis.id}
            column={making}
            onMade={(field) => {
              setMaking(null)
              remap(making.index, fieldColumnOf(field), field.type === 'date')
            }}
            onClose={() => setMaking(null)}
          />
        </Suspense>
      )}
      <RowSettings analysis={analysis} settings={settings} onChange={change} />
      <div className={classes.footer} data-bottom-bar="high">
        {!canRecognise && (
          <p role="alert" className={classes.missing}>
            <Trans>Map a column to a name, email, phone or profile URL to identify candidates.</Trans>
          </p>
        )}
        {questions.size > 0 && canRecognise && (
          <p className={classes.unanswered}>
            {plural(questions.size, { one: '# column to confirm', other: '# columns to confirm' })}
          </p>
        )}
        {undecided > 0 && canRecognise && (
          <p className={classes.missing} role="status">
            {plural(undecided, {
              one: 'Match # value from the file.',
              other: 'Match # values from the file.',
            })}
          </p>
        )}
        {nameless.length > 0 && (
          <p className={classes.missing} role="status">
            <Trans>Enter a company for: {nameless.join(', ')}</Trans>
          </p>
        )}
        {lacksDates && canRecognise && (
          <p className={classes.missing}>
            <Trans>Select a date format. Otherwise dates are not imported.</Trans>
          </p>
        )}
        <Button variant="default" onClick={onBack}>
          <Trans>Choose another file</Trans>
        </Button>
        <Button
          disabled={!canRecognise || readValues.isPending || undecided > 0 || nameless.length > 0}
          onClick={onPreview}
        >
          <Trans>Preview</Trans>
        </Button>
      </div>
    </>
  )
}
