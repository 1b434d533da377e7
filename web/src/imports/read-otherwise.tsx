import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { Analysis } from './import-settings.ts'
import classes from './imports.module.css'

/** What people's files come in; how else a file may be read is found by itself. */
const encodings = [
  'utf-8',
  'utf-16le',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'gb18030',
  'shift_jis',
]

interface ReadOtherwiseProps {
  analysis: Analysis
  /** The file is at hand. */
  canRead: boolean
  busy: boolean
  onRead: (how: { sheet?: string; headerRow?: number; encoding?: string; delimiter?: string }) => void
}

/** For the file that was taken wrongly: its header row, and of a text the encoding and the separator. */
export function ReadOtherwise({ analysis, canRead, busy, onRead }: ReadOtherwiseProps) {
  const { encoding, delimiter, sheet } = analysis
  const [headerRow, setHeaderRow] = useState<number | string>(analysis.headerRow)
  const [chosen, setChosen] = useState({ encoding: encoding ?? '', delimiter: delimiter ?? '' })
  const isText = analysis.format !== 'xlsx'
  const known = encodings.includes(chosen.encoding) ? encodings : [chosen.encoding, ...encodings]
  const separators = [
    { value: ',', label: t`Comma` },
    { value: ';', label: t`Semicolon` },
    { value: '\t', label: t({ message: 'Tab', comment: 'the character' }) },
    { value: '|', label: t`Vertical bar` },
  ]
  function read() {
    onRead({
      ...(sheet === null ? {} : { sheet }),
      ...(typeof headerRow === 'number' ? { headerRow } : {}),
      ...(isText ? chosen : {}),
    })
  }
  return (
    <details className={classes.details}>
      <summary>
        <Trans>Columns look wrong? Change how the file is read</Trans>
      </summary>
      <div className={classes.otherwise}>
        <NumberInput
          label={t`Header row`}
          description={t`Enter 0 if there is no header`}
          min={0}
          max={1_048_576}
          allowDecimal={false}
          value={headerRow}
          onChange={setHeaderRow}
        />
        {isText && (
          <>
            <NativeSelect
              label={t`Encoding`}
              description={t`Change the encoding if characters look wrong`}
              data={known.map((value) => ({ value, label: value.toUpperCase() }))}
              value={chosen.encoding}
              onChange={(event) => setChosen({ ...chosen, encoding: event.currentTarget.value })}
            />
            <NativeSelect
              label={t`Delimiter`}
              description={t`Change the delimiter if columns look wrong`}
              data={
                separators.some(({ value }) => value === chosen.delimiter)
                  ? separators
                  : [{ value: chosen.delimiter, label: chosen.delimiter }, ...separators]
              }
              value={chosen.delimiter}
              onChange={(event) => setChosen({ ...chosen, delimiter: event.currentTarget.value })}
            />
          </>
        )}
        <Button
          variant="default"
          loading={busy}
          disabled={!canRead}
          title={canRead ? undefined : t`Choose the file again to change how it is read`}
          onClick={read}
        >
          <Trans>Read file again</Trans>
        </Button>
      </div>
    </details>
  )
}
