const openings = '[\\s*#=_~|<>(\\[{–—-]*'
const summary = new RegExp(
  `^${openings}(?:${[
    '(?:grand |sub ?)?totals?\\b|(?:sum|count|average)\\b|(?:record|row|candidate|applicant)s? counts?\\b|(?:number|total) of (?:records|rows|candidates|applicants)\\b',
    'filter(?:s|ed)?(?: by)? ?:|(?:end|eof|bottom) of (?:report|file|list|export|data|document|table)|(?:report|generated|exported|created|printed|prepared|compiled|reviewed|approved|downloaded|run) (?:generated|created|by|on|at|from|date|time)\\b|confidential|©|\\(c\\)|copyright\\b|all rights reserved|source\\s*:|disclaimer\\b|notes?\\s*:\\s|\\*',
    'page \\d+|\\d[\\d,. ]* (?:rows?|records?|results?|candidates?|applicants?|entries)\\b|(?:rows?|records?|results?)\\s*(?:selected|:)',
    '(?:(?:zwischen)?summen?|(?:ins)?gesamt(?:zahl|summe|anzahl)?)(?!\\p{L})|anzahl\\b|stand\\s*:|erstellt (?:am|von)|exportiert|seite \\d+|ende (?:des|der)|vertraulich|quelle\\s*:|\\d+ (?:datensätze|zeilen|einträge|bewerber|kandidaten)\\b',
    'sous-total|total général|nombre (?:de|total)|exporté|généré|édité|imprimé|fin (?:du|de la|de l|del|de)\\b|confidentiel|source\\s*:|\\d+ (?:lignes|enregistrements|résultats|candidats|candidatures)\\b',
    'subtotal|suma\\b|razem\\b|łącznie\\b|número de|cantidad de|exportado|generado|impreso|página \\d+|confidencial|fuente\\s*:|\\d+ (?:filas|registros|resultados|candidatos)\\b',
    'итого|всего|подытог|количество|конец|страница \\d+|стр\\. ?\\d+|выгружено|сформирован|создано|конфиденциально|источник\\s*:',
    '合计|总计|共计|小计|共 ?\\d+|第 ?\\d+ ?页|导出时间|制表|生成时间|机密|数据来源',
  ].join('|')})`,
  'iu',
)
/** The end of a page or group, which may be anywhere in the table. */
export const pageEnd = new RegExp(
  `^${openings}(?:(?:page|seite|página|pagina|страница|стр\\.?) \\d+(?: ?(?:of|von|sur|de|di|из|/) ?\\d+)?\\W*$|第 ?\\d+ ?页|(?:sub-?totals?|sub total|zwischensumme|sous-total|подытог|小计)(?![\\p{L}\\p{N}]))`,
  'iu',
)

const countedThings =
  /^(?:of|total|sum|count|number|records?|rows?|results?|entries|people|candidates?|applicants?|applications?|hires?|hired|gesamt|bewerber|kandidaten|zeilen|candidatos|registros|filas|del?)$/iu

/** Suma, Sum and Count are also given names: "Suma Reddy" is a person, "Sum of salaries" is not. */
function isGivenName(text: string): boolean {
  const [first = '', ...rest] = text.split(/\s+/)
  return (
    /^(?:suma|sum|count)$/iu.test(first) &&
    rest.length > 0 &&
    rest.every((word) => /^\p{Lu}[\p{L}'’-]*\.?$/u.test(word) && !countedThings.test(word))
  )
}

/** Whether a cell begins like a total or a note below a table. */
export function isSummary(text: string): boolean {
  return summary.test(text) && !isGivenName(text)
}

const particle =
  /^(?:de|del|della|der|den|di|da|do|dos|das|du|la|le|las|los|van|von|zu|bin|ibn|al|el|ter|ten|y|e)$/u

/** Whether a text can be a person's name: some capitalised words, or a few letters of a script without capitals. */
export function looksLikeName(text: string): boolean {
  if (isSummary(text) || text.length > 80) return false
  if (
    /^(?:\p{Script=Han}{2,4}|[\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Han} ・]{2,16})$/u.test(
      text,
    )
  )
    return true
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const isWord = (word: string) => /^[\p{L}\p{M}'’.-]+$/u.test(word)
  if (words.length === 0 || words.length > 8 || !words.every(isWord)) return false
  const names = words.filter((word) => !particle.test(word))
  if (names.length > 0 && names.every((word) => /^['’]?[\p{Lu}\p{Lt}\p{Lo}]/u.test(word))) return true
  return words.length === 2 && names.length === 2 && !words.some((word) => functionWord.test(word))
}

const functionWord =
  /^(?:the|a|an|and|or|by|for|from|in|of|on|to|with|not|no|is|are|see|more|end|internal|use|only|notes?|rows?|here|some|und|oder|nicht|für|nur|siehe|et|ou|pour|non|voir|para|con|sin|ver)$/iu
