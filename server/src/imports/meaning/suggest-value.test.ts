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
  ])('takes %j for %j', (value, name) => {
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

  it('finds the same words in other dress, and a name within a name', () => {
    expect(suggestOption('DRIVER ', positions)?.id).toBe('2')
    expect(suggestOption('warehouse associate', positions)?.id).toBe('1')
  })

  it('does not choose between several', () => {
    expect(suggestOption('driver senior b', [...positions, { id: '4', name: 'Driver B' }])).toBeNull()
    expect(suggestOption('', positions)).toBeNull()
  })
})
