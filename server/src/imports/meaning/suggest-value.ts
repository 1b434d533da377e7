import type { StatusType } from '@muster/contract/status-types.ts'
import { isDoubtful } from './doubtful-status.ts'
import { normaliseHeader } from './normalise-header.ts'

type Option = { id: string; name: string }

/** What other systems call the types of status, in the languages of the headers. */
const statusWords: [StatusType, RegExp][] = [
  [
    'closed',
    /reject|declin|withdr|disqualif|unqualif|unsuitable|no longer (?:interested|available)|not (?:available|a match)|kein interesse|not (?:a |the )?(?:selected|suitable|interested|qualified|fit|proceeding)|no ?-?show|unreachable|ungeeignet|nicht (?:geeignet|passend|erschienen|interessiert)|non retenu|sans suite|no (?:apto|interesad|seleccionad)|не подош|не интересно|неявка|archiv|closed|refus|écart|abgelehnt|absage|zurückgezogen|rechaz|descart|отказ|отклон|закрыт|淘汰|拒绝|不合适|放弃|关闭/iu,
  ],
  [
    'hired',
    /hired|new (?:hire|starter|joiner)|placed|offer accepted|zusage|vermittelt|besetzt|angebot angenommen|offre acceptée|oferta aceptada|оффер принят|started|onboard|joined|embauch|recruté|eingestellt|contratad|incorporad|принят|нанят|вышел|录用|入职|已聘/iu,
  ],
  [
    'offer',
    /offer|background check|reference check|referenzprüfung|proposition|angebot|oferta|оффер|предложение|发放offer|录取/iu,
  ],
  [
    'interview',
    /(?:\p{L}*)interview|eingeladen|einladung|entretien|\p{L}*gespräch|entrevista|собеседован|интервью|面试|assessment|on ?site/iu,
  ],
  [
    'submitted',
    /submit|presented|finalist|sent to client|client review|shortlist|présenté|vorgestellt|presentad|enviad|представлен|отправлен|推荐|已推荐/iu,
  ],
  [
    'qualified',
    /qualified|screened|in review|under review|review|(?:pre-?)?(?<!phone[ -])screen|pré ?sélection|présélection|vorauswahl|geprüft|in prüfung|in bearbeitung|en proceso|en cours|в работе|preseleccion|en revisión|рассмотр|скрининг|筛选|初筛|审核/iu,
  ],
  [
    'contacted',
    /contact|voicemail|nicht erreicht|called|reached|messag|replied|responded|phone screen|contacté|appelé|kontaktiert|angerufen|contactad|llamad|связал|контакт|звон|已联系|沟通/iu,
  ],
  [
    'lead',
    /new\b|created|\p{L}*eingang|applied|applicant|lead|prospect|sourced|inbox|received|open|unscreened|nouveau|nouvelle|candidature|reçu|neu|beworben|eingegangen|nuev|postulad|inscrit|recibid|нов|отклик|получен|新|待处理|已投递|已申请/iu,
  ],
]

/** A word counts only where it begins: "Unplaced" is not placed, "reopened" is not open. */
const statusStarts = statusWords.map(
  ([type, words]) =>
    [type, new RegExp(`(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${words.source})`, 'iu')] as const,
)

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

/** "C++" and "C#" are different words. */
const signs = (name: string) => name.replace(/[^+#]/g, '')

/**
 * Returns the option whose name has the same words up to case, accents and punctuation. A name within a longer one is
 * another name ("Nurse", "Night nurse"). Null when no option or several have these words.
 */
export function suggestOption<Choice extends Option>(value: string, options: Choice[]): Choice | null {
  const wanted = normalise(value)
  if (wanted === '') return null
  const same = options.filter(({ name }) => normalise(name) === wanted && signs(name) === signs(value))
  return same.length === 1 ? same[0]! : null
}

/**
 * The status of a position that a value means: by name, else the first of the type its words mean. Null when the words
 * are unknown, negated, undone or in doubt: then a person decides.
 */
export function suggestStatus<Status extends Option & { type: StatusType }>(
  value: string,
  statuses: Status[],
): Status | null {
  const wanted = normalise(value)
  const isQuestion = /[?？]/.test(value)
  const same = statuses.find(({ name }) => wanted !== '' && normalise(name) === wanted)
  if (same && !isQuestion) return same
  if (isMustNot.test(value)) return null
  if (isStillTo.test(value) && !isDoubtful(value.replace(isStillTo, ' ')))
    return statuses.find(({ type }) => type === 'lead') ?? null
  if (isDoubtful(value)) return null
  const type = statusStarts.find(([, words]) => words.test(value))?.[0]
  return statuses.find((status) => status.type === type) ?? null
}

/** Nobody was reached yet, or nobody may be. */
const isStillTo =
  /(?:^|\b)(?:not(?: yet)?|to(?: be)?|un|noch nicht|nicht|à|pas(?: encore)?|por|sin|no) ?-?(?:contact|call|kontaktiert|angerufen|llamar|appel)|не (?:связ|звон)|未联系|待联系/iu
const isMustNot =
  /do not (?:contact|call)|don.?t (?:contact|call)|ne pas (?:appeler|contacter)|nicht (?:kontaktieren|anrufen)|no (?:llamar|contactar)|не звонить/iu
