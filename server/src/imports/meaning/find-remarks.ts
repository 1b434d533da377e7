import type { ImportField } from '@muster/contract/import-fields.ts'
import { t } from '#texts'
import { cleanCell, shownText } from '../../contact-formats/no-value.ts'
import { phoneRemark } from '../../contact-formats/read-phone.ts'
import { profileUrlRemark } from '../../contact-formats/read-profile-url.ts'
import { longestRead, quote, type ValueProblem } from '../../contact-formats/reading.ts'
import { matchHeader } from './header-names.ts'
import { says as answerSays } from './read-answer.ts'
import { dateRemark } from './read-date.ts'

/** A cell that says more than its value. It is kept whole in the person's notes. */
export interface Remark {
  index: number
  field: ImportField
  /** "Phone: +49 170 1234567 (evenings only)". */
  text: string
}

interface Cell {
  field: ImportField
  text: string
  /** The name as it is stored. */
  name: string
}

/** What a cell says beside its value; blank where the value says all of it. */
const restOf: Partial<Record<ImportField, (cell: Cell) => string>> = {
  fullName: ({ text, name }) => otherWords(text, name),
  nameSuffix: ({ text, name }) => (text.length > longestRead ? '' : otherWords(text, name)),
  email: ({ text, name }) => otherWords(text.replace(addresses, ' '), name),
  phone: ({ text }) => phoneRemark(text),
  profileUrl: ({ text, name }) => otherWords(profileUrlRemark(text), name),
  appliedAt: ({ text }) => dateRemark(text),
  statusAt: ({ text }) => dateRemark(text),
  hiredAt: ({ text }) => dateRemark(text),
  closedAt: ({ text }) => dateRemark(text),
  doNotCall: ({ text }) => answerSays.moreThanDoNotCall(text),
  consent: ({ text }) => answerSays.moreThanConsent(text),
}

const addresses = /[^\s<>()[\]"';,|:?]+@[^\s<>()[\]"';,|?/]+/g
/** Of links and of fields, in which they say nothing about a person. */
const labels = new Set(['mailto', 'e', 'tel', 'subject'])

/** Whether a cell says something that its stored value does not. A label such as "Mobile:" says nothing more. */
export function hasRemark(cell: Cell): boolean {
  const rest = restOf[cell.field]?.({ ...cell, text: shownText(cleanCell(cell.text)) }).trim() ?? ''
  if (!/[\p{L}\p{N}]/u.test(rest)) return false
  const words = wordsOf(rest).filter((word) => !labels.has(word))
  return words.length > 0 && !isLabel(words.join(' '), cell.field)
}

export function keptInNotes(text: string): ValueProblem {
  const message = t`${quote(text)} contains extra text. The notes keep all of it.`
  return { code: 'kept_in_notes', message, severity: 'warning' }
}

function isLabel(words: string, field: ImportField): boolean {
  if (/whatsapp|telegram|signal|viber|wechat/.test(words)) return false
  return matchHeader(words).some((match) => match.field === field && match.confidence >= 0.9)
}

function otherWords(text: string, known: string): string {
  if (text === known || !/[\p{L}\p{N}]/u.test(text)) return ''
  const knownWords = wordsOf(known)
  const isKnown = new Set(knownWords)
  const together = knownWords.join('')
  return wordsOf(text)
    .filter((word) => !isKnown.has(word) && !(/^\p{Script=Han}+$/u.test(word) && together.includes(word)))
    .join(' ')
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
