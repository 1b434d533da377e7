import { t } from '@lingui/core/macro'
import { deleteSourceCost, getCostsBySource, setSourceCost } from '@muster/contract/source-costs.ts'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate, queryClient } from '../api/query.ts'
import { formatMoney } from '../ui/money.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { amountText, costsOfYear, monthName, readAmount, type SourceCost, showCost } from './costs-of-year.ts'

/** A cell of the table: its source and month, with what is stored. */
export interface Cell {
  source: string
  month: string
  /** In which a new amount is. */
  currency: string
  cost: SourceCost | undefined
}

const yearOf = (month: string) => Number(month.slice(0, 4))

/** Reads the year again and says what is stored now, since somebody else changed it. */
async function explainConflict(cell: Cell): Promise<string> {
  const costs = await queryClient.fetchQuery({ ...costsOfYear(yearOf(cell.month)), staleTime: 0 })
  const now = costs.find(({ source, month }) => source === cell.source && month === cell.month)
  if (!now) return t`Someone else cleared this cost in the meantime. Press Enter to save yours.`
  const amount = formatMoney(now.amount.minor, now.amount.currency)
  return t`Someone else set this to ${amount} in the meantime. Press Enter to replace it.`
}

async function restore({ source, month, amount }: SourceCost) {
  try {
    showCost(
      yearOf(month),
      { source, month },
      await call(setSourceCost, { body: { source, month, amount, version: null } }),
    )
  } catch (error) {
    toastError(error, t`Not restored`)
  }
  await invalidate(getCostsBySource)
}

/**
 * Saves what was typed into a cell: an amount, or nothing to clear it.
 * @returns why it was not saved, in a sentence; null if it was
 */
export async function saveCost(cell: Cell, text: string): Promise<string | null> {
  const { source, month, cost } = cell
  const currency = cost?.amount.currency ?? cell.currency
  try {
    if (text.trim() === '') {
      if (!cost) return null
      await call(deleteSourceCost, { params: { id: cost.id }, query: { version: cost.version } })
      showCost(yearOf(month), cell, null)
      const when = monthName(month, true)
      toast(t`Cleared the cost of ${source}, ${when}`, () => void restore(cost))
    } else {
      const minor = readAmount(text, currency)
      if (typeof minor === 'string') return minor
      if (cost?.amount.minor === minor) return null
      const body = { source, month, amount: { minor, currency }, version: cost?.version ?? null }
      showCost(yearOf(month), cell, await call(setSourceCost, { body }))
    }
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'NOT_FOUND'
    if (error instanceof ApiError && (error.code === 'CONFLICT' || isGone))
      return explainConflict(cell).catch(errorMessage)
    return errorMessage(error)
  }
  await invalidate(getCostsBySource)
  return null
}

/** What the field of a cell shows when nobody types in it. */
export function storedText(cost: SourceCost | undefined): string {
  return cost ? amountText(cost.amount.minor, cost.amount.currency) : ''
}
