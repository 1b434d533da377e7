import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, userRef } from './fields.ts'

export const presenceSubjects = ['board', 'application'] as const

/** In the format of an ID, with any bits. */
const visitId = z.guid()

export const startViewing = endpoint({
  name: 'startViewing',
  tag: 'Live',
  summary: 'Report what you view, and list other viewers',
  description:
    'Reports that the caller views a board or an application: on arrival, and every `heartbeatSeconds` while ' +
    'the page is open. `visitId` identifies one open page and is chosen by the caller. Returns the other ' +
    'viewers.',
  method: 'PUT',
  path: '/presence/',
  permission: 'applications:read',
  body: z.object({ visitId, subjectType: z.enum(presenceSubjects), subjectId: id }),
  response: z.object({ others: z.array(userRef), heartbeatSeconds: z.int() }),
})

export const stopViewing = endpoint({
  name: 'stopViewing',
  tag: 'Live',
  summary: 'Report that you stopped viewing',
  description:
    'Reports that the caller closed a page. Without this call, the visit ends after some missed heartbeats.',
  method: 'DELETE',
  path: '/presence/{visitId}/',
  permission: 'applications:read',
  params: z.object({ visitId }),
  status: 204,
})
