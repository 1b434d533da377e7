import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, userRef } from './fields.ts'

export const presenceSubjects = ['board', 'application'] as const

/** Of the form of an id, whatever its bits. */
const visitId = z.guid()

/**
 * Tells that the caller looks at a board or an application, on arriving and every `heartbeatSeconds` while the page
 * is open. `visitId` is one open page, made by the caller. Answers who else looks at it.
 */
export const lookAt = endpoint({
  name: 'lookAt',
  tag: 'Live',
  summary: 'Tell what one looks at, and see who else does',
  method: 'PUT',
  path: '/presence/',
  permission: 'applications:read',
  body: z.object({ visitId, subjectType: z.enum(presenceSubjects), subjectId: id }),
  response: z.object({ others: z.array(userRef), heartbeatSeconds: z.int() }),
})

/** Tells that a page of the caller's was closed. One that does not say so is forgotten after some heartbeats. */
export const lookAway = endpoint({
  name: 'lookAway',
  tag: 'Live',
  summary: 'Tell that one looks away',
  method: 'DELETE',
  path: '/presence/{visitId}/',
  permission: 'applications:read',
  params: z.object({ visitId }),
  status: 204,
})
