import type { DispositionKind } from '@muster/contract/dispositions.ts'

/** What other systems call the ways an application ends. The first that fits counts. */
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
    /withdr|no[ -]?shows?\b|did(?: not|n.t) (?:attend|show|come)|nicht erschienen|(?:not|no longer) (?:interested|available)|declined (?:by candidate|offer)|offer declined|candidate declined|désist|retiré|zurückgezogen|kein interesse|desist|retirad|отозв|не интерес|放弃/iu,
  ],
  [
    'rejected_by_us',
    /reject|declin|disqualif|unsuccessful|unsuitable|turned down|knocked? out|fail|not (?:selected|hired|suitable|qualified|proceeding|a fit)|no (?:hire|go)\b|refus|rejet|non retenu|écarté|abgelehnt|abgesagt|absage|ungeeignet|rechaz|descart|no seleccionad|отказ|отклон|не подош|淘汰|拒|不合适/iu,
  ],
]

/** Returns how an application ended, by the word the file has for it; null for a word that says only that it ended. */
export function readEnding(value: string): DispositionKind | null {
  return endings.find(([, words]) => words.test(value))?.[0] ?? null
}
