import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { analyzeImport, type ImportField, importFieldKeys, previewImport } from '@muster/contract/imports.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import { type ImportSettings, mapColumn } from './import-settings.ts'
import { importFieldWords } from './import-words.ts'
import classes from './imports.module.css'
import type { Analysis, Preview } from './new-import-page.tsx'
import { RowSettings } from './row-settings.tsx'
import { ValueMatches } from './value-matches.tsx'

interface MapColumnsProps {
  analysis: Analysis
  file: File
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
  onAnalysed: (analysis: Analysis, file: File) => void
  onBack: () => void
  onPreview: (preview: Preview) => void
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

/** The second step: what each column means, beside samples of it. */
export function MapColumns(props: MapColumnsProps) {
  const { analysis, file, settings, onChange, onAnalysed, onBack, onPreview } = props
  const preview = useMutation({
    mutationFn: () => call(previewImport, { body: settings }),
    onSuccess: onPreview,
    onError: (error) => toastError(error, t`No preview`),
  })
  const readSheet = useMutation({
    mutationFn: (sheet: string) => call(analyzeImport, { query: { sheet } }, { file }),
    onSuccess: (next) => onAnalysed(next, file),
    onError: (error) => toastError(error, t`Sheet not read`),
  })
  const fieldOptions = [
    { value: '', label: t`Leave out` },
    ...importFieldKeys.map((value) => ({ value, label: t(importFieldWords[value]) })),
  ]
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
              disabled={readSheet.isPending}
              onChange={(event) => readSheet.mutate(event.currentTarget.value)}
            />
          )
        }
      >
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
              </tr>
            </thead>
            <tbody>
              {analysis.columns.map((column) => (
                <tr key={column.index}>
                  <td className={classes.name}>{column.header}</td>
                  <td>
                    <span className={classes.samples} title={column.samples.join('\n')}>
                      {column.samples.slice(0, 3).join(' · ')}
                    </span>
                  </td>
                  <td className={classes.field}>
                    <NativeSelect
                      aria-label={t`${column.header} becomes`}
                      title={column.suggestion.why}
                      data={fieldOptions}
                      value={settings.mapping[String(column.index)] ?? ''}
                      onChange={(event) =>
                        onChange(
                          mapColumn(
                            settings,
                            column.index,
                            (event.currentTarget.value || null) as ImportField | null,
                          ),
                        )
                      }
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      <ValueMatches analysis={analysis} settings={settings} onChange={onChange} />
      <RowSettings analysis={analysis} settings={settings} onChange={onChange} />
      <div className={classes.footer}>
        <Button variant="default" onClick={onBack}>
          <Trans>Another file</Trans>
        </Button>
        <Button loading={preview.isPending} onClick={() => preview.mutate()}>
          <Trans>Preview</Trans>
        </Button>
      </div>
    </>
  )
}
