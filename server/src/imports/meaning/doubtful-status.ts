const start = '(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])'
const end = '(?![\\p{Script=Latin}\\p{Script=Cyrillic}])'

/** Statuses whose name holds a negation but means one thing. */
const settled = new RegExp(
  `${start}(?:${[
    'not (?:a |the )?(?:selected|suitable|interested|qualified|fit|proceeding|available|match)|no longer (?:interested|available)|no ?-?show|no (?:answer|response|reply)',
    'nicht (?:geeignet|passend|erschienen|interessiert|erreicht)|kein interesse|non retenue?s?|sans suite|no (?:apt[oa]|interesad[oa]|seleccionad[oa])',
    'не подош\\p{L}*|не интересно',
  ].join('|')})${end}|不合适`,
  'giu',
)

const negation = new RegExp(
  `${start}(?:${[
    "not|never|no|none|neither|nor|without|cannot|nothing|\\p{L}+n['’]t|un-|non",
    'nicht|nie|niemals|kein\\p{L}*|ohne|nichts|weder',
    'ne|pas|jamais|plus|aucune?|sans|ni',
    'nunca|jamás|sin|ning[uú]n\\p{L}*|tampoco|ya no',
    'não|nao|nem|sem|senza|mai|niet|geen|nooit|nie|bez',
    'не|нет|ни|без|никогда',
  ].join('|')})(?:${end}|(?<=-))|${start}n['’](?=\\p{L})|未|没|不|无|非`,
  'iu',
)

/** What undoes the word beside it: an offer that was rescinded is no offer. */
const undone = new RegExp(
  `${start}(?:${[
    'rescind|revok|retract|cancel|revers|overturn|undone|void(?!\\p{L})|annul|laps|expir|failed|f[ae]ll(?:en|s|ing)?[ -]?(?:through|off|out)|renege|reneging|back(?:ed)? out|dropped|missed|missing|former|ex-|almost|nearly',
    'storniert|widerruf|aufgehoben|zurückgenommen|abgesagt|gescheitert|abgelaufen|entfallen|ehemalig|fast',
    'annulé|révoqué|résili|expiré|caduc|échou|ancien|presque',
    'anulad|revocad|cancelad|vencid|fallid|caducad|casi',
    'отмен|аннулир|отозван',
  ].join('|')})|取消|撤销|撤回`,
  'iu',
)

/** What was hired by, offered by or started at somebody else, and what is only expected. */
const elsewhere = new RegExp(
  `${start}(?:elsewhere|another|other (?:company|job|offer|employer|position|role)|competitor|someone else|somebody else|anderweitig|woanders|ander\\p{L}* (?:firma|stelle|angebot|unternehmen)|ailleurs|autre (?:entreprise|offre|poste)|en otr[oa]|otra (?:empresa|oferta)|to be (?:hired|placed|rejected|offered|closed|interviewed|submitted|screened)|maybe|perhaps|possibly|potential|vielleicht|evtl|eventuell|peut-être|quizás?|tal vez)${end}|[?？¿]`,
  'iu',
)

const rejection = /reject|disqualif|absage|ablehnung|refus|rechaz|descart|écart|withdrawal|отказ/iu
const retraction = /withdr(?:ew|awn)|declin|zurückgezogen|retir[ée]|retirad|desist/iu

/** Whether the words of a status negate, undo or question it, so that only a person can say what it means. */
export function isDoubtful(value: string): boolean {
  const rest = value.normalize('NFC').replace(settled, ' ')
  if (negation.test(rest) || undone.test(rest) || elsewhere.test(rest)) return true
  return rejection.test(rest) && retraction.test(rest)
}
