import { t } from '#texts'
import { unsafeCell } from '../files/safe-cell.ts'
import { formulaReference } from './formula-cell.ts'
import { doubtful, quote, type Reading, refused } from './reading.ts'

/** What people and programs write instead of leaving a cell blank, folded to lower case. */
const noValuePhrases = new Set([
  ...[
    'n/a',
    'na',
    'n.a.',
    'n.a',
    'n\\a',
    'none',
    'null',
    'nil',
    'nan',
    'nat',
    '(null)',
    '(none)',
    '(blank)',
    '<null>',
  ],
  ...[
    'undefined',
    'unknown',
    'not available',
    'not applicable',
    'not provided',
    'not specified',
    'not given',
  ],
  ...[
    'not known',
    'not set',
    'no data',
    'no value',
    'no info',
    'no email',
    'no e-mail',
    'no phone',
    'no number',
  ],
  ...[
    'empty',
    'blank',
    'missing',
    'tbd',
    'tbc',
    'tba',
    'to be confirmed',
    'on request',
    'ask',
    'private',
    'hidden',
  ],
  ...[
    'call',
    'call me',
    'text me',
    'email me',
    'e-mail me',
    'see cv',
    'see resume',
    'see résumé',
    'see notes',
    'see linkedin',
  ],
  ...[
    'k.a.',
    'k. a.',
    'k.a',
    'keine',
    'keine angabe',
    'keine angaben',
    'unbekannt',
    'nicht angegeben',
    'nicht bekannt',
  ],
  ...[
    'néant',
    'aucun',
    'aucune',
    'inconnu',
    'inconnue',
    'non renseigné',
    'non renseignée',
    'non communiqué',
    'n.c.',
    's/o',
  ],
  ...['sin datos', 'ninguno', 'ninguna', 'desconocido', 'no aplica', 'no disponible', 's/d', 'no tiene'],
  ...['нет', 'нет данных', 'не указан', 'не указано', 'не указана', 'неизвестно', 'отсутствует', 'н/д'],
  ...[
    'xxx',
    'to follow',
    'on file',
    'see above',
    'ditto',
    'dito',
    'idem',
    'same',
    's.o.',
    'siehe oben',
    'voir ci-dessus',
  ],
  ...[
    'n.v.',
    'n.b.',
    'will provide',
    'upon request',
    'auf anfrage',
    'sur demande',
    'a petición',
    'по запросу',
    '\\n',
  ],
  ...[
    'please call',
    'bitte anrufen',
    'rufen sie mich an',
    'anrufen',
    'appelez-moi',
    'appeler',
    'llámame',
    'llamar',
  ],
  ...[
    'позвоните',
    'звоните',
    '请致电',
    '电话联系',
    'leer',
    'vide',
    'vacío',
    'en blanco',
    'пусто',
    '空白',
    '空',
  ],
  ...['brak', 'brak danych', 'nie ma', 'não tem', 'nao tem', 'não informado', 'sem telefone', 'não possui'],
  ...[
    'nessuno',
    'non disponibile',
    'geen',
    'niet bekend',
    'ingen',
    'saknas',
    'yok',
    'ei ole',
    'není',
    'nincs',
  ],
  ...['无', '暂无', '未知', '没有', '未填写', '無', 'なし', '不明'],
])

const longestPhrase = 10 + Math.max(...[...noValuePhrases].map(({ length }) => length))

/** "#REF!", "#BEZUG!", "#ЗНАЧ!": each language has its own. */
const spreadsheetErrors =
  /^#(?:N\/A|NV|N\/D|Н\/Д|SPILL|CALC|GETTING_DATA|REF|VALUE|NAME|NUM|NULL|ERROR)(?!\p{L})|^#[¡¿]?[\p{Lu}/\d]{2,}[!?]$/iu

const lacking =
  /^(?:no|without|kein|keine|ohne|pas de|sans|sin|нет|без|无|没有)\s?(?:e-?mails?|mails?|mail ?address|phones?|telephones?|numbers?|telefon|telefonnummer|nummer|handy|téléphone|numéro|correo|teléfono|número|телефона|почты|номера|电话|手机|邮箱|号码)(?: .{0,12})?$/iu

/** Surnames and country codes that are also in the list above. */
const realNames = new Set(['na', 'none', 'ask', 'call', 'nil', 'nat', 'nan', 'brak', 'yok', 'geen', 'ingen'])
const realCountryCodes = new Set(['na'])

/** Whether a cell says in words or signs that there is no value. */
export function isNoValue(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed === '') return false
  if (/^[\p{L}\p{N}]/u.test(trimmed)) {
    if (trimmed.length > longestPhrase) return false
    const phrase = /[.!?]$/.test(trimmed) ? trimmed.replace(/(?<=[^.!?]{3})[.!?]+$/, '') : trimmed
    return (
      noValuePhrases.has(trimmed.toLowerCase()) ||
      noValuePhrases.has(phrase.toLowerCase()) ||
      lacking.test(trimmed)
    )
  }
  if (/^[\p{P}\p{S}\s]+$/u.test(trimmed)) return true
  const inside = /^(?:\(([^()]*)\)|\[([^[\]]*)\]|<([^<>]*)>)$/.exec(trimmed)
  if (inside && isNoValue(inside[1] ?? inside[2] ?? inside[3] ?? '')) return true
  return (
    noValuePhrases.has(trimmed.toLowerCase()) ||
    spreadsheetErrors.test(trimmed) ||
    formulaReference(trimmed) !== null ||
    isFormula(trimmed)
  )
}

/**
 * The reading of a cell that holds no value although it is filled, or null when it does hold one. Names and
 * countries are spared where the word is one of theirs.
 */
export function readNoValue(
  text: string,
  kind: 'name' | 'country' | 'other' = 'other',
): Reading<never> | null {
  if (!isNoValue(text)) return null
  const formula = readFormulaCell(text)
  if (formula) return formula
  const word = text.trim().toLowerCase()
  if (kind === 'name' && realNames.has(word)) return null
  if (kind === 'country' && realCountryCodes.has(word)) return null
  if (/^#{3,}$/.test(word)) {
    return doubtful<never>(null, 'damaged_value', t`The spreadsheet app saved # signs instead of the value`)
  }
  return doubtful<never>(null, 'no_value', t`${quote(text)} is treated as empty`)
}

/** "=A2", "=HYPERLINK(…)" and "@SUM(…)": a text file with formulas in place of their values. */
function isFormula(text: string): boolean {
  return /^(?:=\s*|@)(?!HYPERLINK)(?:[A-Z][A-Z.]+\s*\(|\$?[A-Z]{1,3}\$?\d{1,7}\b|'?[^!'"]+'?!\$?[A-Z]{1,3}\$?\d)/i.test(
    text,
  )
}

/** Refuses a cell that holds a formula without a stored value; null for any other. */
export function readFormulaCell(text: string): Reading<never> | null {
  const trimmed = text.trim()
  const reference = formulaReference(trimmed)
  if (reference === null) {
    if (!isFormula(trimmed)) return null
    return refused(
      'formula_without_value',
      t`${quote(trimmed)} is a formula, not a value. Save the file with values and upload it again`,
    )
  }
  return refused(
    'formula_without_value',
    t`Cell ${reference} contains a formula without a saved value. Open the file in your spreadsheet app, save it and upload it again`,
  )
}

/**
 * A cell as it was meant: without the blanks around it, without `="…"` that keeps Excel from touching a number,
 * and without the apostrophe that keeps an exported cell from being taken for a formula.
 */
export function cleanCell(text: string): string {
  let cell = text.trim()
  if (invisible.test(cell)) cell = cell.replace(allInvisible, '').trim()
  if (cell.startsWith('="')) {
    const formula = /^="((?:[^"]|"")*)"$/.exec(cell)
    if (formula) return formula[1]!.replaceAll('""', '"').trim()
  }
  const bare = unsafeCell(cell)
  if (bare !== cell) return bare.trim()
  return cell.startsWith("'") && /^'\s*(?:[=+\-@]|\d[\d\s().+/-]*$)/.test(cell) ? cell.slice(1).trim() : cell
}

/** What a link shows, where a text file has the formula of the link. */
export function shownText(text: string): string {
  const link = /^=HYPERLINK\(\s*"[^"]*"\s*[,;]\s*"((?:[^"]|"")*)"\s*\)$/i.exec(text)
  return link ? link[1]!.replaceAll('""', '"').trim() : text
}

/** Characters that take no room: marks of direction, soft hyphens, blanks of no width. */
const invisible = /[\0\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/
const allInvisible = new RegExp(invisible, 'g')

/** Digits of any script as ASCII, and wide or decorated characters as plain ones. */
export function plainDigits(text: string): string {
  const plain = text.normalize('NFKC')
  return /[^\p{ASCII}]/u.test(plain)
    ? plain.replace(/(?!\p{ASCII})\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))
    : plain
}

/** The digits of a script follow each other, and each script's zero stands where no digit precedes it. */
function valueOfDigit(digit: string): number {
  let value = 0
  for (let code = digit.codePointAt(0)!; value < 10 && /\p{Nd}/u.test(String.fromCodePoint(code - 1)); code--)
    value++
  return value % 10
}
