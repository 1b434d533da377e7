import { describe, expect, it } from 'vitest'
import { suggestOption, suggestStatus } from './suggest-value.ts'

const statuses = (
  [
    ['New lead', 'lead'],
    ['Contacted', 'contacted'],
    ['Qualified', 'qualified'],
    ['Submitted to company', 'submitted'],
    ['Company interview', 'interview'],
    ['Offer', 'offer'],
    ['Hired', 'hired'],
    ['Closed', 'closed'],
  ] as const
).map(([name, type]) => ({ id: name, name, type }))

describe('suggestStatus', () => {
  it.each([
    ['Applied', 'New lead'],
    ['In Review', 'Qualified'],
    ['Interviewing', 'Company interview'],
    ['Offered', 'Offer'],
    ['Rejected', 'Closed'],
    ['HIRED', 'Hired'],
    ['New hire', 'Hired'],
    ['submitted_to_company', 'Submitted to company'],
    ['Entretien', 'Company interview'],
    ['Abgelehnt', 'Closed'],
    ['Отказ', 'Closed'],
    ['面试', 'Company interview'],
    ['Not qualified', 'Closed'],
    ['Unqualified', 'Closed'],
    ['Offer declined', 'Closed'],
    ['Offer accepted', 'Hired'],
    ['Not yet contacted', 'New lead'],
    ['À contacter', 'New lead'],
    ['Zusage', 'Hired'],
    ['Eingeladen', 'Company interview'],
    ['In Prüfung', 'Qualified'],
    ['En proceso', 'Qualified'],
    ['No show', 'Closed'],
    ['Background check', 'Offer'],
    ['Phone screen', 'Contacted'],
    ['Pre-screen', 'Qualified'],
  ])('takes %j for %j', (value, name) => {
    expect(suggestStatus(value, statuses)?.name).toBe(name)
  })

  it.each([
    'Never hired',
    'Not hired',
    'No longer employed, was hired',
    'Wasn’t placed',
    'Un-hired',
    'Unplaced',
    'Non-hired',
    'Replaced',
    'Rehired',
    'Placed (fell off)',
    'To be interviewed',
    'Ready to hire',
    'Pre-hire',
    'Hired elsewhere',
    'Hired?',
    'To be hired',
    'Hiring cancelled',
    'Offer rescinded',
    'Offer revoked',
    'Offer expired',
    'Offer not accepted',
    'No offer',
    'Interview cancelled',
    'Without interview',
    'Not rejected',
    'Never withdrew',
    'Rejection withdrawn',
    'Not unqualified',
    'Not to be contacted',
    'Nicht eingestellt',
    'Nie eingestellt',
    'Kein Angebot',
    'Angebot nicht angenommen',
    'Angebot storniert',
    'Absage zurückgezogen',
    'Nicht abgelehnt',
    'Pas embauché',
    'N’est plus en cours',
    'Jamais contacté',
    'Offre annulée, embauché',
    'Sans entretien',
    'No contratado',
    'Nunca contratado',
    'Sin entrevista',
    'Oferta cancelada',
    'Не принят',
    '未录用',
  ])('leaves %j to a person', (value) => {
    expect(suggestStatus(value, statuses)).toBeNull()
  })

  it.each([
    ['Angebot zurückgezogen', 'Closed'],
    ['Offer withdrawn', 'Closed'],
    ['Angebot abgelehnt', 'Closed'],
    ['No longer interested', 'Closed'],
    ['Nicht geeignet', 'Closed'],
    ['Vorstellungsgespräch', 'Company interview'],
    ['Telefoninterview', 'Company interview'],
    ['Pre-screened', 'Qualified'],
  ])('takes the negative or compound %j for %j', (value, name) => {
    expect(suggestStatus(value, statuses)?.name).toBe(name)
  })

  it('leaves unknown words open', () => {
    expect(suggestStatus('Blue', statuses)).toBeNull()
    expect(suggestStatus('Do not contact', statuses)).toBeNull()
  })
})

describe('suggestOption', () => {
  const positions = [
    { id: '1', name: 'Warehouse associate (night)' },
    { id: '2', name: 'Driver' },
    { id: '3', name: 'Senior driver' },
  ]

  it('finds the same words up to case, accents and punctuation', () => {
    expect(suggestOption('DRIVER ', positions)?.id).toBe('2')
    expect(suggestOption('Warehouse Associate - Night', positions)?.id).toBe('1')
  })

  it.each(['warehouse associate', 'Night', 'Truck driver', 'Senior', 'Not a driver', 'Driver II'])(
    'does not take %j for a position whose name it contains or is part of',
    (value) => {
      expect(suggestOption(value, positions)).toBeNull()
    },
  )

  it('does not choose between several, and tells C++ from C#', () => {
    expect(suggestOption('driver', [...positions, { id: '4', name: 'DRIVER' }])).toBeNull()
    expect(suggestOption('C# developer', [{ id: '5', name: 'C++ developer' }])).toBeNull()
    expect(suggestOption('', positions)).toBeNull()
  })
})
