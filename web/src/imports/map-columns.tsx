import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { type ImportField, importFieldKeys } from '@muster/contract/import-fields.ts'
import { analyzeImport, listImportValues } from '@muster/contract/imports.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import { ColumnOrigin } from './column-origin.tsx'
import { type Draft, fileOfDraft } from './import-draft.ts'
import {
  type Analysis,
  findQuestions,
  isMapped,
  mapColumn,
  needsDateOrder,
  readWhole,
  takeValues,
} from './import-settings.ts'
import { importFieldWords } from './import-words.ts'
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

const identifying = [
  ...(['applicationId', 'candidateId', 'fullName', 'firstName', 'lastName'] as const),
  ...(['email', 'phone', 'profileUrl'] as const),
]

/** The second step: what each column means, beside samples of it. */
export function MapColumns({ draft, onChange, onAnalysed, onBack, onPreview }: MapColumnsProps) {
  const { analysis, settings } = draft
  const file = fileOfDraft(analysis.id)
  const [moreValues, setMoreValues] = useState<readonly string[]>([])
  const [declined, setDeclined] = useState<ReadonlySet<number>>(new Set())
  const questions = findQuestions(draft.analysis, draft.settings, declined)
  const read = useMutation({
    mutationFn: (query: { sheet?: string; headerRow?: number; encoding?: string; delimiter?: string }) =>
      call(analyzeImport, { query }, { file: file! }),
    onSuccess: (next) => onAnalysed(next, file!),
    onError: (error) => toastError(error, t`Not read anew`),
  })
  const readValues = useMutation({
    mutationFn: ({ settings: { importId, mapping } }: Draft) =>
      call(listImportValues, { body: { importId, mapping } }),
    onSuccess: ({ moreValues: more, ...found }, asked) => {
      setMoreValues(more)
      const settings = takeValues(asked.settings, found, asked.analysis.phones)
      onChange({ analysis: { ...asked.analysis, ...found }, settings })
    },
    onError: (error) => toastError(error, t`The values of the column could not be read`),
  })
  const change = (next: Draft['settings']) => onChange({ analysis, settings: next })

  function remap(index: number, field: ImportField | null) {
    const next = { analysis, settings: mapColumn(settings, index, field) }
    onChange(next)
    const loses = settings.mapping[String(index)]
    if (readWhole.has(field) || loses === 'country') readValues.mutate(next)
  }

  function answer({ index, suggestion }: Analysis['columns'][number], isAgreed: boolean) {
    if (isAgreed) remap(index, suggestion.field)
    else setDeclined(new Set([...declined, index]))
  }

  const fieldOptions = [
    { value: '', label: t`Leave out` },
    ...importFieldKeys.map((value) => ({ value, label: t(importFieldWords[value]) })),
  ]
  const mapped = Object.keys(settings.mapping).length
  const leftOut = analysis.columns.length - mapped
  const canRecognise = identifying.some((field) => isMapped(settings, field))
  const lacksDates = needsDateOrder(analysis, settings) && !settings.dateOrder
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
            <Trans>Files with these columns were imported before: they are mapped as they were then.</Trans>
          </p>
        )}
        <ChooseLeftOut analysis={analysis} settings={settings} onChange={change} />
        {questions.size > 0 && (
          <p className={classes.note} role="status">
            {plural(questions.size, {
              one: '# column needs your answer. Until then it is left out.',
              other: '# columns need your answer. Until then they are left out.',
            })}
          </p>
        )}
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Column</Trans>
                </th>
                <th scope="col">
                  <Trans>Samples</Trans>
                </th>
                <th scope="col">
                  <Trans>Becomes</Trans>
                </th>
                <th scope="col">
                  <Trans>Why</Trans>
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
                      aria-label={t`${column.header} becomes`}
                      data={fieldOptions}
                      value={settings.mapping[String(column.index)] ?? ''}
                      onChange={(event) =>
                        remap(column.index, (event.currentTarget.value || null) as ImportField | null)
                      }
                    />
                  </td>
                  <td className={classes.why}>
                    <ColumnOrigin
                      column={column}
                      draft={draft}
                      isAsked={questions.has(column.index)}
                      onAnswer={(isAgreed) => answer(column, isAgreed)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className={classes.caption}>
          {[
            plural(mapped, { one: '# column is taken', other: '# columns are taken' }),
            leftOut > 0 &&
              plural(leftOut, {
                one: '# is left out, nothing of it is stored',
                other: '# are left out, nothing of them is stored',
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
      <RowSettings analysis={analysis} settings={settings} onChange={change} />
      <div className={classes.footer}>
        {!canRecognise && (
          <p role="alert" className={classes.missing}>
            <Trans>
              Map a column to a name, e-mail, phone or profile URL: without one nobody can be recognised.
            </Trans>
          </p>
        )}
        {questions.size > 0 && canRecognise && (
          <p className={classes.unanswered}>
            {plural(questions.size, { one: '# question is open', other: '# questions are open' })}
          </p>
        )}
        {lacksDates && canRecognise && (
          <p className={classes.missing}>
            <Trans>Choose how the dates are written, or they are left out.</Trans>
          </p>
        )}
        <Button variant="default" onClick={onBack}>
          <Trans>Another file</Trans>
        </Button>
        <Button disabled={!canRecognise || readValues.isPending} onClick={onPreview}>
          <Trans>Preview</Trans>
        </Button>
      </div>
    </>
  )
}
