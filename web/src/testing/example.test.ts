import { endpoints } from '@muster/contract/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { exampleOf } from './example.ts'

interface Issue {
  path: string[]
  message: string
}

describe('exampleOf', () => {
  const answering = endpoints.filter(({ response }) => response !== undefined)

  it('returns a valid response for every endpoint of the contract', () => {
    const refused = answering.flatMap(({ name, response }) => {
      const { error } = response.safeParse(exampleOf(response))
      return error
        ? `${name}: ${error.issues.map(({ path, message }: Issue) => `${path.join('.')} ${message}`)}`
        : []
    })
    expect(answering.length).toBeGreaterThan(100)
    expect(refused).toEqual([])
  })
})
