import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { FormErrors } from '@mantine/form'
import type { createAgent, getAgent, updateAgent } from '@muster/contract/agents.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { AgentKind, AgentStatusKey } from './agent-labels.ts'

export type AgentDetails = ResponseOf<typeof getAgent>
export type Shift = NonNullable<AgentDetails['hours']>[number]

/** The values of the form. A shift until midnight ends at 00:00 here. */
// A type, not an interface: the form requires a record.
export type AgentValues = {
  kind: AgentKind
  name: string
  status: AgentStatusKey
  capacity: number | string
  languages: string[]
  phone: string
  provider: string
  providerAgentId: string
  userId: string | null
  positionIds: string[]
  timezone: string | null
  hours: Shift[] | null
}

export type AgentField = keyof AgentValues

export const fieldLabels: Record<AgentField, MessageDescriptor> = {
  kind: msg`Type`,
  name: msg`Name`,
  status: msg`Status`,
  capacity: msg`Concurrent calls`,
  languages: msg`Languages`,
  phone: msg`Phone`,
  provider: msg`Provider`,
  providerAgentId: msg`Provider agent ID`,
  userId: msg`User`,
  positionIds: msg`Positions`,
  timezone: msg`Timezone`,
  hours: msg`Working hours`,
}

export const emptyAgent: AgentValues = {
  kind: 'voice',
  name: '',
  status: 'available',
  capacity: 10,
  languages: [],
  phone: '',
  provider: '',
  providerAgentId: '',
  userId: null,
  positionIds: [],
  timezone: null,
  hours: null,
}

const midnight = { inForm: '00:00', inBody: '24:00' }

export function toValues(agent: AgentDetails): AgentValues {
  return {
    kind: agent.kind,
    name: agent.name,
    status: agent.status,
    capacity: agent.capacity,
    languages: agent.languages,
    phone: agent.phone ?? '',
    provider: agent.provider ?? '',
    providerAgentId: agent.providerAgentId ?? '',
    userId: agent.user?.id ?? null,
    positionIds: agent.positions.map(({ id }) => id),
    timezone: agent.timezone,
    hours:
      agent.hours?.map((shift) => ({
        ...shift,
        to: shift.to === midnight.inBody ? midnight.inForm : shift.to,
      })) ?? null,
  }
}

/** Converts valid values to the request body. */
export function toBody(values: AgentValues): CallOf<typeof createAgent>['body'] {
  const { kind, provider, providerAgentId, userId, ...rest } = values
  const ofKind =
    kind === 'human'
      ? { userId }
      : { provider: (provider || null) as CallOf<typeof updateAgent>['body']['provider'], providerAgentId }
  return {
    ...rest,
    ...ofKind,
    kind,
    capacity: Number(values.capacity),
    hours:
      values.hours?.map((shift) => ({
        ...shift,
        to: shift.to === midnight.inForm ? midnight.inBody : shift.to,
      })) ?? null,
  }
}

export function validateAgent({ name, capacity, hours }: AgentValues): FormErrors {
  const errors: FormErrors = {}
  if (name.trim() === '') errors.name = t`Enter a name`
  if (!Number.isInteger(capacity) || Number(capacity) < 0) errors.capacity = t`Enter a whole number`
  const unclear = (hours ?? []).some(
    ({ from, to }) => !from || !to || (from === to && to !== midnight.inForm),
  )
  if (unclear) errors.hours = t`Enter a start and end time for each`
  return errors
}
