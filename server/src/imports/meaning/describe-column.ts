import type { FieldType } from '@muster/contract/field-subjects.ts'
import { fieldLimits } from '@muster/contract/field-subjects.ts'
import { cleanCell, isNoValue } from '../../contact-formats/no-value.ts'
import { readEmail } from '../../contact-formats/read-email.ts'
import { looksLikePhone } from '../../contact-formats/read-phone.ts'
import { longestRead } from '../../contact-formats/reading.ts'
import type { Row } from '../files/table.ts'
import { looksLikeYesOrNo } from './read-answer.ts'
import { looksLikeDate } from './read-date.ts'

/** What a field of a column could be. */
export interface ColumnDescription {
  /** The type that fits best. */
  type: FieldType
  /** Rows with a value. */
  filled: number
  /** How many of them fit each type. */
  types: { type: FieldType; fitting: number }[]
  /** The different values, the commonest first; empty if there are too many to choose from. */
  options: string[]
}

/** More different values than this are no options to choose from. */
const mostOptions = 50
/** Fewer are, if each is repeated this often. */
const fewOptions = 15
const timesEach = 2
const longestOption = 60
/** A type fits if at most a few values do not. */
const nearlyAll = 0.9

const number = /^[+-]?\d[\d.,\s'\u2019]*$/

/** Tests of types that have a form, the most particular first. */
const tests: [FieldType, (value: string) => boolean][] = [
  ['email', (value) => readEmail(value).value !== null],
  ['link', (value) => /^(?:https?:\/\/|www\.)\S+\.\S+$/i.test(value)],
  ['boolean', (value) => looksLikeYesOrNo(value)],
  ['date', looksLikeDate],
  ['number', (value) => number.test(value)],
  ['phone', (value) => looksLikePhone(value) && !looksLikeDate(value)],
]

const isWrittenAsPhone = (value: string) => /^[+(]|^0\d{5}|\d[\s/-]\d{2,}/.test(value)

/** Reads a whole column, holding only tallies, and suggests the type of a field for it. */
export async function describeColumn(rows: AsyncIterable<Row>, index: number): Promise<ColumnDescription> {
  const fitting = new Map<FieldType, number>(tests.map(([type]) => [type, 0]))
  const counts = new Map<string, { value: string; count: number }>()
  let filled = 0
  let short = 0
  let options = 0
  let phones = 0
  for await (const { cells } of rows) {
    const value = cleanCell(cells[index] ?? '').slice(0, fieldLimits.longText)
    if (value === '' || isNoValue(value)) continue
    filled++
    if (value.length <= fieldLimits.text && !value.includes('\n')) short++
    if (value.length <= longestRead)
      for (const [type, test] of tests) if (test(value)) fitting.set(type, fitting.get(type)! + 1)
    if (isWrittenAsPhone(value)) phones++
    if (value.length <= longestOption) options++
    const key = value.toLowerCase()
    const known = counts.get(key)
    if (known) known.count++
    else if (counts.size <= mostOptions) counts.set(key, { value, count: 1 })
  }
  const listed = counts.size <= mostOptions && options === filled
  const most = filled * nearlyAll
  const formed = tests.find(([type]) => {
    if (filled === 0 || fitting.get(type)! < most) return false
    // 1 and 0 alone may be counts, and any long number may be one to call.
    if (type === 'boolean') return counts.size > 1 || !/^[01]$/.test([...counts.keys()][0]!)
    return type !== 'phone' || phones >= most
  })?.[0]
  const isPhone = formed === 'number' && phones >= most && fitting.get('phone')! >= most
  const isChoice = listed && counts.size <= fewOptions && filled >= counts.size * timesEach && counts.size > 1
  const plain: FieldType = isChoice ? 'choice' : short < filled ? 'longText' : 'text'
  return {
    type: isPhone ? 'phone' : (formed ?? plain),
    filled,
    types: [
      { type: 'text', fitting: short },
      { type: 'longText', fitting: filled },
      ...[...fitting].map(([type, fit]) => ({ type, fitting: fit })),
      ...(listed ? [{ type: 'choice' as const, fitting: filled }] : []),
    ],
    options: listed ? [...counts.values()].sort((a, b) => b.count - a.count).map(({ value }) => value) : [],
  }
}
