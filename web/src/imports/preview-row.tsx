import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Popover } from '@mantine/core'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import { IconPencil } from '@tabler/icons-react'
import { formatNumber } from '../ui/format.ts'
import { formatPhone } from '../ui/phone.ts'
import { CellEditor } from './cell-editor.tsx'
import { cellText, inFile } from './cell-text.ts'
import { importResultLabels } from './import-labels.ts'
import { useTargetLabel } from './import-targets.ts'
import classes from './preview-table.module.css'
import type { Correction, PreviewRow } from './use-preview.ts'

export interface MappedColumn {
  index: number
  header: string
  field: ImportTarget
}

interface RowProps {
  importId: string
  row: PreviewRow
  columns: readonly MappedColumn[]
  /** The cell that is being corrected: row of the file and column of the file. */
  editing: { row: number; column: number } | null
  onEdit: (cell: { row: number; column: number } | null) => void
  onCorrect: (corrections: Correction[]) => void
}

function Result({ row }: { row: PreviewRow }) {
  return (
    <span className={classes.result} data-result={row.result}>
      {t(importResultLabels[row.result])}
    </span>
  )
}

/** A problem with its column, unless it names what it is about itself. */
function sayProblem({ column, code, message }: PreviewRow['problems'][number]): string {
  return column && !code.endsWith('_of_another') ? `${column}: ${message}` : message
}

/** Why it is so: each reason, and by what somebody was recognised. */
function Why({ row }: { row: PreviewRow }) {
  const { matchedBy, problems } = row
  const said = new Set(problems.map(({ message }) => message))
  const lost = row.lost.filter(({ message }) => !said.has(message))
  const sayLost = ({ column, message }: PreviewRow['lost'][number]) => `${column}: ${message}`
  const all = [
    ...problems.map(sayProblem),
    ...lost.map(sayLost),
    ...(matchedBy ? [t`matched by ${matchedBy}`] : []),
  ]
  return (
    <div className={classes.why} title={all.join('\n')}>
      {problems.map((one) => (
        <span
          key={`${one.column} ${one.code} ${one.message}`}
          className={classes.problem}
          data-severity={one.severity}
        >
          {sayProblem(one)}
        </span>
      ))}
      {lost.map((one) => (
        <span key={sayLost(one)} className={classes.problem} data-severity="warning">
          {sayLost(one)}
        </span>
      ))}
      {matchedBy && (
        <span className={classes.caption}>
          <Trans>matched by {matchedBy}</Trans>
        </span>
      )}
    </div>
  )
}

/** The editor of a cell, beside what opens it. */
function Editor({ column, ...props }: RowProps & { column: MappedColumn }) {
  const { importId, row, editing, onEdit, onCorrect } = props
  const cell = row.cells.find((one) => one.column === column.index)
  if (!cell || editing?.row !== row.row || editing.column !== column.index) return null
  const close = () => onEdit(null)
  return (
    <Popover
      opened
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      width={340}
      trapFocus
      withinPortal
      // The cell is what opens it, not what it stands by.
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`Correct: ${column.header}`}>
        <CellEditor
          importId={importId}
          header={column.header}
          field={column.field}
          row={row}
          cell={cell}
          onCorrect={onCorrect}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface CellsProps extends RowProps {
  index: number
  /** The cell that the tab key comes to. */
  stop: { index: number; column: number }
  onFocusCell: (column: number) => void
}

/** A row as cells, each with what it will be and, on hover, what the file says. */
export function PreviewRowCells(props: CellsProps) {
  const { row, columns, index, stop, onFocusCell, onEdit } = props
  return (
    <>
      <td className={classes.number}>{formatNumber(row.row)}</td>
      <td>
        <Result row={row} />
      </td>
      <td>
        <Why row={row} />
      </td>
      {columns.map((column, at) => {
        const cell = row.cells.find((one) => one.column === column.index)
        const text = cell ? cellText(cell, column.field) : ''
        const said = cell ? inFile(cell, text) : null
        const problem = row.problems.filter((one) => one.column === column.header)
        const severity = problem.some((one) => one.severity === 'error') ? 'error' : problem[0]?.severity
        const isCorrected = cell?.original !== null && cell?.original !== undefined
        return (
          <td key={column.index} className={classes.cell}>
            <button
              type="button"
              data-place={`${index}-${at}`}
              data-cell={`${row.row}-${column.index}`}
              tabIndex={stop.index === index && stop.column === at ? 0 : -1}
              className={classes.value}
              data-severity={severity}
              data-left-out={(cell?.stored === null && text !== '') || undefined}
              data-corrected={isCorrected || undefined}
              aria-label={`${column.header}: ${text || t`empty`}`}
              title={[
                said !== null && t`In the file: ${said || t`empty`}`,
                ...problem.map((one) => one.message),
              ]
                .filter(Boolean)
                .join('\n')}
              onFocus={() => onFocusCell(at)}
              onClick={() => onEdit({ row: row.row, column: column.index })}
            >
              <span className={classes.text}>{text}</span>
              {isCorrected && <IconPencil size={14} stroke={1.6} aria-label={t`corrected`} />}
            </button>
            <Editor {...props} column={column} />
          </td>
        )
      })}
    </>
  )
}

/** A row on a narrow screen: who it is, what becomes of them, and what there is to mend. */
export function PreviewCard(props: RowProps) {
  const { row, columns, onEdit } = props
  const labelOf = useTargetLabel()
  const wrong = new Set(row.problems.map(({ column }) => column))
  const corrected = row.cells.filter(({ original }) => original !== null).map(({ column }) => column)
  const toFix = columns.filter(({ header, index }) => wrong.has(header) || corrected.includes(index))
  return (
    <td className={classes.card}>
      <div className={classes.cardHead}>
        <strong>{row.name ?? t`No name`}</strong>
        <Result row={row} />
      </div>
      <span className={classes.caption}>
        {[t`row ${formatNumber(row.row)}`, row.email, row.phone && formatPhone(row.phone), row.position]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <Why row={row} />
      {toFix.length > 0 && (
        <div className={classes.cardButtons}>
          {toFix.map((column) => (
            <span key={column.index} className={classes.cell}>
              <Button
                size="xs"
                variant="default"
                data-cell={`${row.row}-${column.index}`}
                leftSection={<IconPencil size={14} stroke={1.6} aria-hidden />}
                onClick={() => onEdit({ row: row.row, column: column.index })}
              >
                {t`Correct: ${labelOf(column.field)}`}
              </Button>
              <Editor {...props} column={column} />
            </span>
          ))}
        </div>
      )}
    </td>
  )
}
