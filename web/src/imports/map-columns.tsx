import { Button, NativeSelect } from '@mantine/core'
import {
  analyzeImport,
  type ImportField,
  importFieldKeys,
  importFields,
  previewImport,
} from '@muster/contract/imports.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { formatNumber } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import { type ImportSettings, mapColumn } from './import-settings.ts'
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

const fieldOptions = [
  { value: '', label: 'Leave out' },
  ...importFieldKeys.map((value) => ({ value, label: importFields[value] as string })),
]

function facts({ format, encoding, delimiter, rowCount, headerRow }: Analysis): string {
  const separator = delimiter === '\t' ? 'tab' : delimiter
  return [
    `${formatNumber(rowCount)} rows`,
    format.toUpperCase(),
    encoding,
    separator && `separated by ${separator}`,
    headerRow > 1 && `header in row ${headerRow}`,
    headerRow === 0 && 'no header',
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
    onError: (error) => toastError(error, 'No preview'),
  })
  const readSheet = useMutation({
    mutationFn: (sheet: string) => call(analyzeImport, { query: { sheet } }, { file }),
    onSuccess: (next) => onAnalysed(next, file),
    onError: (error) => toastError(error, 'Sheet not read'),
  })
  return (
    <>
      <Section
        title="Columns"
        text={facts(analysis)}
        action={
          analysis.sheets &&
          analysis.sheets.length > 1 && (
            <NativeSelect
              aria-label="Sheet"
              data={analysis.sheets.map(({ name, rows }) => ({
                value: name,
                label: `${name} (${formatNumber(rows)} rows)`,
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
                <th scope="col">Column</th>
                <th scope="col">Samples</th>
                <th scope="col">Becomes</th>
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
                      aria-label={`${column.header} becomes`}
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
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          Another file
        </Button>
        <Button loading={preview.isPending} onClick={() => preview.mutate()}>
          Preview
        </Button>
      </div>
    </>
  )
}
