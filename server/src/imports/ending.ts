import type { DispositionKind } from '@muster/contract/dispositions.ts'

/** What other systems call the ways an application ends; without one of these words the workspace said no. */
const endings: [DispositionKind, RegExp][] = [
  ['spam', /\bspam\b|\bjunk\b/iu],
  ['duplicate', /duplicat|doublon|dublette|doppelt|дубл|重复/iu],
  [
    'declined_by_company',
    /(?:client|company|customer|employer)[ -]?(?:reject|declin|refus|said no)|(?:reject|declin|refus)\w* by (?:the )?(?:client|company|customer|employer)|refusé par (?:le )?client|vom kunden abgelehnt|rechazad\w* por (?:el )?cliente/iu,
  ],
  [
    'position_closed',
    /(?:position|job|role|vacancy|req\w*)[ -]?(?:closed|filled|cancel)|poste (?:pourvu|annulé)|stelle besetzt|vacante cerrada|вакансия закрыта|职位关闭/iu,
  ],
  [
    'unreachable',
    /unreach|no (?:answer|response|reply)|ghosted|injoignable|nicht erreich|no contesta|недозвон|无法联系/iu,
  ],
  [
    'withdrawn',
    /withdr|(?:not|no longer) (?:interested|available)|declined (?:by candidate|offer)|offer declined|candidate declined|désist|retiré|zurückgezogen|kein interesse|desist|retirad|отозв|не интерес|放弃/iu,
  ],
]

/** How an application ended, by the word the file has for it. */
export function readEnding(value: string | null): DispositionKind {
  return endings.find(([, words]) => value !== null && words.test(value))?.[0] ?? 'rejected_by_us'
}
