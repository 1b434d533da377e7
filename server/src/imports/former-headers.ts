/** Headers of earlier versions → the header of today, in each language. */
export const formerHeaders: Partial<Record<string, string>> = {
  'E-mail': 'Email',
  'External id': 'External ID',
  Disposition: 'Outcome',
  'Tags of the person': 'Candidate tags',
  Ausgang: 'Ergebnis',
  'Tags der Person': 'Schlagwörter des Kandidaten',
}
