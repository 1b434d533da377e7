import { t } from '#texts'
import { oneLine } from './one-line.ts'

/** What was wrong with a cell, for programs. */
export type ProblemCode =
  | 'no_value'
  | 'damaged_value'
  | 'invalid_email'
  | 'invalid_phone'
  | 'unusual_phone'
  | 'ambiguous_phone'
  | 'phone_of_other_country'
  | 'invalid_date'
  | 'early_date'
  | 'ambiguous_date'
  | 'other_date_order'
  | 'invalid_url'
  | 'unclear_answer'
  | 'unclear_address'
  | 'zeros_restored'
  | 'several_values'
  | 'too_long'
  | 'name_differs'
  | 'kept_in_notes'
  | 'extra_cells'
  | 'missing_cells'
  | 'formula_without_value'
  | 'nothing_to_identify'
  | 'invalid_id'
  | 'unfit_value'

export type ValueProblem = { code: ProblemCode; message: string; severity: 'error' | 'warning' }

/** A cell as understood. A value may come with a warning; null without a problem means the cell is blank. */
export type Reading<Value> = { value: Value | null; problem: ValueProblem | null }

export const blank: Reading<never> = { value: null, problem: null }

export function understood<Value>(value: Value): Reading<Value> {
  return { value, problem: null }
}

export function doubtful<Value>(value: Value | null, code: ProblemCode, message: string): Reading<Value> {
  return { value, problem: { code, message, severity: 'warning' } }
}

export function refused(code: ProblemCode, message: string): Reading<never> {
  return { value: null, problem: { code, message, severity: 'error' } }
}

/**
 * No email address, phone number or name is longer, nor a list of a few. The patterns that read them take the square of
 * the length, some its cube, and a cell may hold a million characters.
 */
export const longestRead = 500

const longestQuote = 40

/** A cell short enough to stand in a message, in the quotes of its language. */
export function quote(text: string): string {
  return t`“${oneLine(text, longestQuote)}”`
}
