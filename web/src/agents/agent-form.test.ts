import { describe, expect, it } from 'vitest'
import {
  type AgentDetails,
  type AgentValues,
  emptyAgent,
  toBody,
  toValues,
  validateAgent,
} from './agent-form.ts'

const vera: AgentValues = {
  ...emptyAgent,
  name: 'Vera',
  provider: 'vapi',
  providerAgentId: 'v-1',
  userId: 'u-1',
}
const shift = (from: string, to: string) => ({ ...{ days: [1], weekday: 1 }, from, to }) as never

describe('the fields of an agent', () => {
  it('are a provider for a voice agent and a user for a person, never both', () => {
    expect(toBody(vera)).toMatchObject({ provider: 'vapi', providerAgentId: 'v-1' })
    expect(toBody(vera)).not.toHaveProperty('userId')
    expect(toBody({ ...vera, kind: 'human' })).toMatchObject({ userId: 'u-1' })
    expect(toBody({ ...vera, kind: 'human' })).not.toHaveProperty('provider')
    expect(toBody({ ...vera, provider: '' })).toMatchObject({ provider: null })
  })

  it('have a shift that ends at midnight as the end of the day, and back', () => {
    const body = toBody({ ...vera, hours: [shift('16:00', '00:00')] })
    expect(body.hours).toMatchObject([{ from: '16:00', to: '24:00' }])
    const details = { ...vera, user: null, positions: [], hours: body.hours } as unknown as AgentDetails
    expect(toValues(details).hours).toMatchObject([{ from: '16:00', to: '00:00' }])
    expect(toValues({ ...details, hours: null }).hours).toBeNull()
  })

  it('need a name, a whole number of calls, and shifts that begin and end', () => {
    expect(validateAgent(vera)).toEqual({})
    expect(Object.keys(validateAgent({ ...vera, name: ' ', capacity: 1.5 }))).toEqual(['name', 'capacity'])
    expect(validateAgent({ ...vera, capacity: 0 })).toEqual({})
    expect(validateAgent({ ...vera, capacity: '' })).toHaveProperty('capacity')
    for (const [from, to] of [
      ['09:00', '09:00'],
      ['', '17:00'],
      ['09:00', ''],
    ] as const)
      expect(validateAgent({ ...vera, hours: [shift(from, to)] })).toHaveProperty('hours')
    // The whole day.
    expect(validateAgent({ ...vera, hours: [shift('00:00', '00:00')] })).toEqual({})
  })
})
