import type { StatusType } from '@muster/contract/status-types.ts'

/** Words that tell the type of a status by its name, in English and German; the first match counts. */
const words: [StatusType, RegExp][] = [
  [
    'closed',
    /reject|declin|withdr|lost|closed|not (?:a |interested|qualified|selected)|absage|abgelehnt|geschlossen/i,
  ],
  ['hired', /hired|placed|onboard|eingestellt|vermittelt/i],
  ['offer', /offer|angebot/i],
  ['interview', /interview|gespräch|on-?site/i],
  ['submitted', /submit|client|company|shortlist|kunde|vorgestellt|eingereicht/i],
  ['qualified', /qualif|review|vetted|qualifiziert|geprüft/i],
  ['lead', /\bnew\b|applied|lead|inbox|neu|beworben/i],
]

/** Returns the likely type of a status that an import creates; contacted where the name does not tell. */
export function typeOfNewStatus(name: string): StatusType {
  return words.find(([, pattern]) => pattern.test(name))?.[0] ?? 'contacted'
}
