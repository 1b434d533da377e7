import { createApplication } from '@muster/contract/applications.ts'
import { addPosition } from '../../testing/add-position.ts'
import type { TestServer, TestUser } from '../../testing/test-server.ts'

export interface Person {
  name: string
  phone: string
}

/** Adds a candidate's application on a new position, made from the workspace's default pipeline. */
export async function addApplication(
  server: TestServer,
  as: TestUser,
  person: Partial<Person> = {},
): Promise<{ id: string; candidateId: string }> {
  const position = await addPosition(server.db, as.workspaceId)
  const { body, status } = await server.call(createApplication, {
    as,
    body: {
      positionId: position.id,
      candidate: { name: person.name ?? 'Somebody Called', ...(person.phone ? { phone: person.phone } : {}) },
      allowDuplicate: true,
    },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { id: body.id, candidateId: body.candidate.id }
}
