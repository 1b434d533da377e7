import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'
import { writeResume } from './resume-document.ts'
import { trades } from './trades.ts'

describe.each(Object.entries(trades))('the résumé of a sample person: %s', (_, trade) => {
  const person = { name: 'Ada Moreno', email: null, phone: null, location: null, title: null, company: null }
  const { jobs } = writeResume(person, trade, 2026, createRandom(7))

  it('has every former title that may be mentioned in a call', () => {
    expect(jobs.map(({ title }) => title)).toEqual([...trade.formerTitles])
  })

  it('names employers and duties of the trade, no employer twice', () => {
    const employers = jobs.map(({ employer }) => employer)
    expect(new Set(employers).size).toBe(employers.length)
    for (const employer of employers) expect(trade.employers).toContain(employer)
    for (const duty of jobs.flatMap(({ tasks }) => tasks)) expect(trade.duties).toContain(duty)
  })
})
