import { t } from '@lingui/core/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { toastProblem } from '../ui/toast.tsx'
import { type Cell, saveCost, storedText } from './save-cost.ts'
import classes from './source-costs.module.css'

interface CostFieldProps {
  name: string
  cell: Cell
  /** Where it is in the table, for the arrow keys. */
  row: number
  column: number
  /** Tab stops in one row of the table; the arrow keys lead to the others. */
  isInTabOrder: boolean
  onFocus: () => void
  /** The ID of the element that says what is wrong. */
  errorId: string | undefined
  onError: (message: string | null) => void
}

/** Moves the focus to the field beside or below, if there is one. */
function focusField(from: HTMLElement, row: number, column: number): boolean {
  const field = from
    .closest('table')
    ?.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-column="${column}"]`)
  field?.focus()
  return field !== null && field !== undefined
}

/** The amount of a source in a month. It is saved on Enter and when it is left; Escape brings back what is stored. */
export function CostField({
  name,
  cell,
  row,
  column,
  isInTabOrder,
  onFocus,
  errorId,
  onError,
}: CostFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [saving, setSaving] = useState(false)
  const leftMeanwhile = useRef(false)
  const isGone = useRef(false)
  // Why what is in the field is not saved.
  const refused = useRef<string>(null)
  const { cost, currency } = cell

  /** With another year, the field is gone, and what is typed in it. */
  function sayRefused() {
    if (refused.current) toastProblem(t`${name} not saved: ${refused.current}`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the field goes
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      sayRefused()
    }
  }, [])

  async function save() {
    if (typed === undefined) return
    if (saving) {
      leftMeanwhile.current = true
      return
    }
    leftMeanwhile.current = false
    setSaving(true)
    const problem = await saveCost(cell, typed)
    refused.current = problem
    if (isGone.current) return sayRefused()
    setSaving(false)
    onError(problem)
    // What was typed meanwhile stays. If the field was left too, it is saved next.
    if (problem === null) setTyped((now) => (now === typed ? undefined : now))
    else leftMeanwhile.current = false
  }
  // Only now is the version known that the text typed meanwhile replaces.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each save
  useEffect(() => {
    if (!saving && leftMeanwhile.current) void save()
  }, [saving])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const field = event.currentTarget
    if (event.key === 'Escape' && typed !== undefined) {
      event.preventDefault()
      setTyped(undefined)
      refused.current = null
      onError(null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // Leaving a field saves it.
      if (!focusField(field, row + 1, column)) void save()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      focusField(field, row + (event.key === 'ArrowDown' ? 1 : -1), column)
    }
  }

  const isForeign = cost !== undefined && cost.amount.currency !== currency
  return (
    <span className={classes.field} data-failed={errorId ? true : undefined}>
      {isForeign && <span className={classes.foreign}>{cost.amount.currency}</span>}
      <input
        className={classes.input}
        inputMode="decimal"
        autoComplete="off"
        aria-label={isForeign ? `${name}, ${cost.amount.currency}` : name}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        aria-busy={saving || undefined}
        tabIndex={isInTabOrder ? 0 : -1}
        data-row={row}
        data-column={column}
        value={typed ?? storedText(cost)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => {
          event.target.select()
          onFocus()
        }}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}
