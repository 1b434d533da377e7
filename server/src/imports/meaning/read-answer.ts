import { t } from '#texts'
import { cleanCell, isNoValue, readFormulaCell } from '../../contact-formats/no-value.ts'
import { blank, doubtful, quote, type Reading, understood } from '../../contact-formats/reading.ts'
import { looksLikeDate } from './read-date.ts'

const yes = new Set(
  'yes y true t 1 1.0 x on ok oui o vrai ja j wahr sí si s verdadero да истина 是 对 ✓ ✔ ☑ sim tak vero checked sì ano áno evet da igen kyllä так ναι כן نعم हाँ हां はい 예 네 有 có ya'.split(
    ' ',
  ),
)
const no = new Set(
  'no n false f 0 0.0 off non faux nein falsch falso нет ложь 否 不 ✗ ✘ ☐ não nao nie nee unchecked ne hayır nu nem ei nej nei ні не όχι לא لا नहीं いいえ 아니오 아니요 không tidak'.split(
    ' ',
  ),
)

const mayNot =
  /^(?:dnc|(?:yes[,;:.]? )?(?:do not|don.?t|never) (?:call|contact|phone)(?: (.*))?|opted out|opt[ -]?out|blocked|ne pas appeler|nicht anrufen|no llamar|не звонить|请勿致电)$/i
const given =
  /^(?:given|granted|opted in|opt[ -]?in|accepted|agreed|consented|subscribed|получено согласие|согласие получено|да,? согласен|accordé|donné|accepté|erteilt|zugestimmt|otorgado|dado|aceptado|получено|дано|согласен|согласна|同意|已同意|同意する|동의|동의함|i agree|agree|i consent|je consens|j'accepte|acepto|aceito|accetto|acconsento|akkoord|zgadzam się|souhlasím|onaylıyorum|kabul ediyorum|أوافق|सहमत)$/i
const withdrawn =
  /^(?:withdrawn|unsubscribed|revoked|declined|refused|opted out|opt[ -]?out|denied|retiré|refusé|widerrufen|abgelehnt|retirado|revocado|rechazado|отозвано|отказ|不同意|已撤回|同意しない|미동의|동의하지 않음|i disagree|disagree)$/i

/** Yes or no in many languages, or null. */
export function readYesOrNo(text: string): boolean | null {
  const word = text.toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : null
}

/** Whether a text is plainly yes or no. */
export function looksLikeYesOrNo(text: string): boolean {
  return readYesOrNo(cleanCell(text)) !== null
}

/** Whether a person must not be called. An answer that cannot be read leaves the mark as it is, with a warning. */
export function readDoNotCall(cell: string): Reading<boolean> {
  const text = cleanCell(cell)
  const answer = mayNot.test(text) ? true : readYesOrNo(text)
  if (answer !== null) return understood(answer)
  const formula = readFormulaCell(text)
  if (formula) return formula
  if (text === '' || isNoValue(text)) return blank
  return doubtful<boolean>(null, 'unclear_answer', t`${quote(text)} is neither yes nor no`)
}

export type Consent = 'unknown' | 'given' | 'withdrawn'

/** Consent as given or withdrawn; a date in the cell is the day it was given. */
export function readConsent(cell: string): Reading<Consent> {
  const text = cleanCell(cell)
  if (withdrawn.test(text)) return understood<Consent>('withdrawn')
  if (given.test(text)) return understood<Consent>('given')
  const answer = readYesOrNo(text)
  if (answer !== null) return understood<Consent>(answer ? 'given' : 'withdrawn')
  const formula = readFormulaCell(text)
  if (formula) return formula
  if (text === '' || isNoValue(text)) return blank
  if (looksLikeDate(text)) return understood<Consent>('given')
  return doubtful<Consent>(
    null,
    'unclear_answer',
    t`${quote(text)} does not say whether consent is given or withdrawn`,
  )
}

/** Whether a text reads as an answer to a yes-or-no question. */
export function looksLikeAnswer(text: string): boolean {
  return readDoNotCall(text).value !== null || readConsent(text).value !== null
}

/** What an answer says beside yes or no: "Do not call before noon", the day on which consent was given. */
export const says = {
  moreThanDoNotCall: (text: string) => mayNot.exec(text)?.[1] ?? '',
  moreThanConsent: (text: string) => (looksLikeDate(text) ? text : ''),
}
