import type { StatusType } from '@muster/contract/status-types.ts'
import { normaliseHeader } from './header-names.ts'

type Option = { id: string; name: string }

/** What other systems call the types of status, in the languages of the headers. */
const statusWords: [StatusType, RegExp][] = [
  [
    'closed',
    /reject|declin|withdr|disqualif|unqualif|not (?:a |the )?(?:selected|suitable|interested|qualified|fit|proceeding)|no ?-?show|unreachable|ungeeignet|nicht (?:geeignet|passend|erschienen|interessiert)|non retenu|sans suite|no (?:apto|interesad|seleccionad)|не подош|не интересно|неявка|archiv|closed|refus|écart|abgelehnt|absage|zurückgezogen|rechaz|descart|отказ|отклон|закрыт|淘汰|拒绝|不合适|放弃|关闭/iu,
  ],
  [
    'hired',
    /hired|placed|offer accepted|zusage|vermittelt|besetzt|angebot angenommen|offre acceptée|oferta aceptada|оффер принят|started|onboard|joined|embauch|recruté|eingestellt|contratad|incorporad|принят|нанят|вышел|录用|入职|已聘/iu,
  ],
  [
    'offer',
    /offer|background check|reference check|referenzprüfung|proposition|angebot|oferta|оффер|предложение|发放offer|录取/iu,
  ],
  [
    'interview',
    /interview|eingeladen|einladung|entretien|gespräch|entrevista|собеседован|интервью|面试|assessment|on ?site/iu,
  ],
  [
    'submitted',
    /submit|presented|finalist|sent to client|client review|shortlist|présenté|vorgestellt|presentad|enviad|представлен|отправлен|推荐|已推荐/iu,
  ],
  [
    'qualified',
    /qualified|screened|in review|under review|review|screening|pré ?sélection|présélection|vorauswahl|geprüft|in prüfung|in bearbeitung|en proceso|en cours|в работе|preseleccion|en revisión|рассмотр|скрининг|筛选|初筛|审核/iu,
  ],
  [
    'contacted',
    /contact|voicemail|nicht erreicht|called|reached|messag|replied|responded|phone screen|contacté|appelé|kontaktiert|angerufen|contactad|llamad|связал|контакт|звон|已联系|沟通/iu,
  ],
  [
    'lead',
    /\bnew\b|created|eingang|applied|applicant|lead|prospect|sourced|inbox|received|open|unscreened|nouveau|nouvelle|candidature|reçu|neu|beworben|eingegangen|nuev|postulad|inscrit|recibid|нов|отклик|получен|新|待处理|已投递|已申请/iu,
  ],
]

/** Statuses, positions and owners are called the same in thousands of rows. */
const mostRemembered = 2000
const remembered = new Map<string, string>()

function normalise(name: string): string {
  const known = remembered.get(name)
  if (known !== undefined) return known
  if (remembered.size === mostRemembered) remembered.clear()
  const normalised = normaliseHeader(name)
  remembered.set(name, normalised)
  return normalised
}

/**
 * The option a value of the file most likely means, by its name: the same words up to case, accents and signs, or
 * all words of the shorter in the longer. Null when several or none fit.
 */
export function suggestOption<Choice extends Option>(value: string, options: Choice[]): Choice | null {
  const wanted = normalise(value)
  if (wanted === '') return null
  const named = options.map((option) => ({ option, name: normalise(option.name) }))
  const same = named.find(({ name }) => name === wanted)
  if (same) return same.option
  const within = named.filter(({ name }) => name !== '' && (contains(name, wanted) || contains(wanted, name)))
  return within.length === 1 ? within[0]!.option : null
}

/** The status of a position that a value most likely means: by name, else the first of the type its words tell. */
export function suggestStatus<Status extends Option & { type: StatusType }>(
  value: string,
  statuses: Status[],
): Status | null {
  const wanted = normalise(value)
  const same = statuses.find(({ name }) => wanted !== '' && normalise(name) === wanted)
  if (same) return same
  if (isMustNot.test(value)) return null
  if (isStillTo.test(value)) return statuses.find(({ type }) => type === 'lead') ?? null
  const type = statusWords.find(([, words]) => words.test(value))?.[0]
  // "Offer declined" holds the name of another status, but has ended.
  const named = type === 'closed' || type === 'hired' ? null : suggestOption(value, statuses)
  return named ?? statuses.find((status) => status.type === type) ?? null
}

/** Nobody was reached yet, or nobody may be. */
const isStillTo =
  /(?:^|\b)(?:not(?: yet)?|to(?: be)?|un|noch nicht|nicht|à|pas(?: encore)?|por|sin|no) ?-?(?:contact|call|kontaktiert|angerufen|llamar|appel)|не (?:связ|звон)|未联系|待联系/iu
const isMustNot =
  /do not (?:contact|call)|don.?t (?:contact|call)|ne pas (?:appeler|contacter)|nicht (?:kontaktieren|anrufen)|no (?:llamar|contactar)|не звонить/iu

const negation = /(?:^| )(?:not|no|non|nicht|kein|keine|pas|sin|не|нет)(?: |$)/u

/** All words of the shorter in the longer, unless the others turn the meaning round. */
function contains(long: string, short: string): boolean {
  const words = new Set(long.split(' '))
  return negation.test(long) === negation.test(short) && short.split(' ').every((word) => words.has(word))
}
