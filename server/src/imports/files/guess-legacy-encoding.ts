import { setImmediate } from 'node:timers/promises'
import iconv from 'iconv-lite'
import { type LanguageModel, modelOf } from './language-models.ts'

type LegacyEncoding = {
  name: string
  languages: string[]
  /** What speaks against it before anything is read: the rarer, the more. */
  rarity: number
  /** How likely a character is that its languages have but the model does not know, where there are thousands. */
  likelihoodOf?: (character: string) => number
}

const western = ['de', 'fr', 'es', 'pt', 'it', 'sv', 'da', 'fi']
const central = ['pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'de']
const cyrillic = ['ru', 'uk', 'bg']

/** Frequent characters stand in the first blocks of the East Asian encodings, by lead byte. */
function byLeadByte(encoding: string, first: number, last: number, characters: number) {
  return (character: string): number => {
    const lead = iconv.encode(character, encoding)[0]!
    return lead >= first && lead <= last ? 0.6 / characters : 0.02 / characters
  }
}

/** Encodings a spreadsheet program of some country or decade saves by itself. */
const encodings: LegacyEncoding[] = [
  { name: 'windows-1252', languages: western, rarity: 0 },
  { name: 'windows-1250', languages: central, rarity: 1 },
  { name: 'windows-1251', languages: cyrillic, rarity: 1 },
  { name: 'gb18030', languages: ['zh'], rarity: 1, likelihoodOf: byLeadByte('gb18030', 0xb0, 0xd7, 3755) },
  { name: 'windows-1254', languages: ['tr'], rarity: 2 },
  { name: 'windows-1253', languages: ['el'], rarity: 2 },
  { name: 'windows-1257', languages: ['lt', 'lv', 'et'], rarity: 2 },
  { name: 'windows-1255', languages: ['he'], rarity: 2 },
  { name: 'windows-1256', languages: ['ar'], rarity: 2 },
  { name: 'windows-874', languages: ['th'], rarity: 2 },
  { name: 'windows-1258', languages: ['vi'], rarity: 4 },
  { name: 'big5', languages: ['zh-Hant'], rarity: 1, likelihoodOf: byLeadByte('big5', 0xa4, 0xc6, 5401) },
  {
    name: 'shift_jis',
    languages: ['ja'],
    rarity: 1,
    likelihoodOf: byLeadByte('shift_jis', 0x81, 0x97, 2965),
  },
  { name: 'euc-jp', languages: ['ja'], rarity: 2, likelihoodOf: byLeadByte('euc-jp', 0xa1, 0xcf, 2965) },
  { name: 'euc-kr', languages: ['ko'], rarity: 1, likelihoodOf: byLeadByte('euc-kr', 0xb0, 0xc8, 2350) },
  { name: 'koi8-u', languages: cyrillic, rarity: 2 },
  { name: 'iso-8859-2', languages: central, rarity: 2 },
  { name: 'iso-8859-5', languages: cyrillic, rarity: 3 },
  { name: 'iso-8859-15', languages: western, rarity: 3 },
  { name: 'iso-8859-6', languages: ['ar'], rarity: 3 },
  { name: 'iso-8859-7', languages: ['el'], rarity: 3 },
  { name: 'iso-8859-13', languages: ['lt', 'lv', 'et'], rarity: 3 },
  { name: 'macintosh', languages: western, rarity: 2 },
  { name: 'cp850', languages: western, rarity: 3 },
  { name: 'cp866', languages: cyrillic, rarity: 3 },
  { name: 'cp852', languages: central, rarity: 3 },
  { name: 'maccenteuro', languages: central, rarity: 4 },
  { name: 'maccyrillic', languages: cyrillic, rarity: 3 },
]

/** More does not make it surer. */
const mostRead = 6 * 1024
/** A character less likely than this on average is no text in any language. */
const leastLikelihood = -10.5

/**
 * Chooses among single- and multi-byte legacy encodings the one in which the sample is likeliest, taken for text in
 * one of the languages it is made for. Null when it makes sense in none.
 */
export async function guessLegacyEncoding(sample: Buffer): Promise<string | null> {
  const read = sample.subarray(0, mostRead)
  const plain = iconv.decode(read, 'windows-1252')
  const above = plain.match(/[^\p{ASCII}]/gu) ?? []
  const isInWord = /[A-Za-z][^\p{ASCII}’–—·\u00a0][A-Za-z]/u.test(plain)
  // Without a letter to go by: dashes, quotes and hard blanks that a spreadsheet program put in.
  if (!isInWord && above.every((sign) => sign === '\u00a0' || sign in signs)) return 'windows-1252'
  let best = { encoding: '', score: Number.NEGATIVE_INFINITY, mean: Number.NEGATIVE_INFINITY }
  for (const encoding of encodings) {
    const text = iconv.decode(read, encoding.name)
    if (isPatchwork(text)) continue
    for (const language of encoding.languages) {
      // Learning a language takes a while, and others are waiting.
      await setImmediate()
      const { sum, characters } = likelihood(text, encoding, modelOf(language), best.score + encoding.rarity)
      const score = sum - encoding.rarity
      if (score > best.score) best = { encoding: encoding.name, score, mean: sum / characters }
    }
  }
  return best.mean < leastLikelihood ? null : best.encoding
}

/** Full of characters that nobody writes, or of words that change their alphabet. */
function isPatchwork(text: string): boolean {
  const above = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
  const unwritten = text.match(/[\ufffd\u0080-\u009f\ue000-\uf8ff]/g)?.length ?? 0
  const changes =
    text.match(
      /(?<=[A-Za-z])(?=[^\p{ASCII}])(?!\p{Script=Latin})[\p{L}\p{M}]|(?<=[^\p{ASCII}])(?<!\p{Script=Latin})(?<=[\p{L}\p{M}])[A-Za-z]/gu,
    )?.length ?? 0
  return (unwritten + changes) * 3 > above
}

/** Signs that texts of any language have. */
const signs: Record<string, number> = Object.fromEntries(
  [...'–—’‘“”„…•€£§°«»·¿¡№、。，（）：；！？《》「」 \u200e\u200f'].map((sign) => [sign, Math.log(2e-3)]),
)
const never = Math.log(1e-12)
const unknownSign = Math.log(1e-8)

/** The logarithm of how likely the characters above ASCII are, each after the one before it. */
function likelihood(
  text: string,
  { likelihoodOf }: LegacyEncoding,
  model: LanguageModel,
  least: number,
): { sum: number; characters: number } {
  let sum = 0
  let characters = 0
  let earlier = ' '
  let before = ' '
  for (const character of text) {
    if (character > '\u007f') characters++
    if (character > '\u007f' || before > '\u007f') {
      sum += step(before, character, model, likelihoodOf)
      if (isOdd(earlier, before, character)) sum -= 6
    }
    // Nothing makes up for what is lost.
    if (sum < least) break
    earlier = before
    before = character
  }
  return { sum, characters }
}

function step(
  before: string,
  character: string,
  model: LanguageModel,
  likelihoodOf: LegacyEncoding['likelihoodOf'],
): number {
  const isLetter = /[\p{L}\p{M}]/u.test(character)
  const wasLetter = /[\p{L}\p{M}]/u.test(before)
  if (!isLetter) {
    if (character <= '\u007f') return wasLetter ? Math.max(model.logLikelihood(fold(before), '$'), -4) : 0
    if (/[\ufffd\u0080-\u009f\ue000-\uf8ff]/.test(character)) return never
    return signs[character] ?? unknownSign
  }
  const from = wasLetter ? fold(before) : '^'
  const known = model.logLikelihood(from, fold(character))
  const likely =
    likelihoodOf && character > '\u007f' ? Math.log(Math.exp(known) * 0.5 + likelihoodOf(character)) : known
  return likely
}

/** A capital after a small letter, a small one in a word of capitals, or a sign inside a word. */
function isOdd(earlier: string, before: string, character: string): boolean {
  if (/\p{Lu}/u.test(character)) return /\p{Ll}/u.test(before)
  if (!/\p{L}/u.test(character)) return false
  if (/\p{Ll}/u.test(character) && /\p{Lu}/u.test(before)) return /\p{Lu}/u.test(earlier)
  return before > '\u007f' && /[^\p{L}\p{M}’·]/u.test(before) && /\p{L}/u.test(earlier)
}

function fold(letter: string): string {
  return letter.toLowerCase()
}
