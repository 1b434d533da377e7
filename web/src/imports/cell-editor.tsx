import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { formatNumber } from '../ui/format.ts'
import { Kbd, modKey } from '../ui/kbd.tsx'
import classes from './imports.module.css'
import { usePositionOptions } from './position-options.ts'
import type { Correction, PreviewRow } from './use-preview.ts'

/** Longer than this is mended in the file. */
const longest = 500

interface CellEditorProps {
  importId: string
  header: string
  field: ImportTarget | undefined
  row: PreviewRow
  cell: PreviewRow['cells'][number]
  onCorrect: (corrections: Correction[]) => void
  onClose: () => void
}

function PositionNames({ id }: { id: string }) {
  const positions = usePositionOptions()
  return (
    <datalist id={id}>
      {positions.map(({ value, label }) => (
        <option key={value} value={label.split(' · ')[0]} />
      ))}
    </datalist>
  )
}

/** Corrects a cell where it stands: for its row, or for every row that says the same. */
export function CellEditor({ importId, header, field, row, cell, onCorrect, onClose }: CellEditorProps) {
  const [value, setValue] = useState(cell.value)
  const listId = useId()
  const client = useQueryClient()
  const original = (cell.original ?? cell.value).trim()
  const problems = row.problems.filter(({ column }) => column === header)
  const same = Math.max(1, ...problems.map(({ sameValue }) => sameValue ?? 1))
  const isTooLong = original.length > longest
  const made = client.getQueryData<Correction[]>(['import-corrections', importId]) ?? []
  const ofThis = made.filter((one) => one.column === cell.column && one.original === original)
  const own = ofThis.find((one) => one.row === row.row) ?? ofThis.find((one) => one.row === null)

  function save(everywhere: boolean) {
    onClose()
    if (value.trim() === cell.value.trim() && !everywhere) return
    onCorrect([{ column: cell.column, row: everywhere ? null : row.row, original, value: value.trim() }])
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    save(false)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || same < 2) return
    event.preventDefault()
    save(true)
  }
  return (
    <form className={classes.editor} onSubmit={submit}>
      {problems.map(({ code, message, severity }) => (
        <p key={code} className={classes.problem} data-severity={severity}>
          {message}
        </p>
      ))}
      <TextInput
        data-autofocus
        label={t`${header}, row ${formatNumber(row.row)}`}
        value={value}
        maxLength={5000}
        disabled={isTooLong}
        list={field === 'position' ? listId : undefined}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
      />
      {field === 'position' && <PositionNames id={listId} />}
      <p className={classes.caption}>
        {isTooLong ? (
          <Trans>This value is too long to edit here. Correct it in the file.</Trans>
        ) : (
          <Trans>In the file: {original || t`empty`}. The file is not changed.</Trans>
        )}
      </p>
      <div className={classes.buttons}>
        {own && (
          <Button
            variant="default"
            onClick={() => {
              onClose()
              onCorrect([{ ...own, value: null }])
            }}
          >
            <Trans>Restore original</Trans>
          </Button>
        )}
        {same > 1 && (
          <Button
            variant="default"
            disabled={isTooLong}
            onClick={() => save(true)}
            rightSection={<Kbd>{`${modKey} ↵`}</Kbd>}
          >
            {plural(same, { one: 'Correct # row', other: 'Correct all # rows' })}
          </Button>
        )}
        <Button type="submit" disabled={isTooLong} rightSection={<Kbd>↵</Kbd>}>
          <Trans>Correct this row</Trans>
        </Button>
      </div>
    </form>
  )
}
