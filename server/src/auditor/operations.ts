import { createComment, deleteComment, updateComment } from '@muster/contract/activity-logs.ts'
import * as applications from '@muster/contract/applications.ts'
import { getBoard, moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import { mergeCandidates, unmergeCandidates } from '@muster/contract/candidate-merges.ts'
import { getCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import { updateCustomField } from '@muster/contract/custom-fields.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { Random } from '../sample/random.ts'
import type { TestPosition } from '../testing/add-position.ts'
import type { TestUser } from '../testing/test-server.ts'

/** What clients of one workspace choose from. It grows with what they are told. */
export interface Known {
  positions: readonly TestPosition[]
  users: readonly TestUser[]
  applicationIds: string[]
  candidateIds: string[]
  comments: { id: string; applicationId: string; mark: string }[]
  merges: { id: string; survivorId: string }[]
  /** Custom fields with the key `badge`, of applications and of candidates. */
  fieldIds: readonly string[]
  /** Ids that the clients of this workspace must never reach. */
  foreignIds: string[]
}

/** A call as a client decided to send it. */
export interface Operation {
  endpoint: AnyEndpoint
  params?: object
  query?: object
  body?: object
  /** What it writes, to be found again: no other operation has it. */
  mark?: string
  /** The answer must be 404: it names what is not there for this workspace. */
  isForeign?: boolean
  /** Adds what the answer names to what is known. */
  learn?(body: never, known: Known): void
}

type Plan = (random: Random, known: Known, mark: string) => Operation | null

const create: Plan = (random, { positions }, mark) => ({
  endpoint: applications.createApplication,
  mark,
  body: {
    positionId: random.pick(positions).id,
    candidate: { name: `Person ${mark}`, email: `${mark}@example.com` },
    externalId: mark,
  },
  learn: ({ id, candidate }: { id: string; candidate: { id: string } }, known) => {
    known.applicationIds.push(id)
    known.candidateIds.push(candidate.id)
  },
})

const move: Plan = (random, { positions, applicationIds }) => {
  const position = random.pick(positions)
  const { closed: _, ...open } = position.statuses
  const count = 1 + random.int(3)
  return {
    endpoint: moveApplications,
    params: { id: position.id },
    body: {
      applicationIds: [...new Set(Array.from({ length: count }, () => random.pick(applicationIds)))],
      toStatusId: random.pick(Object.values(open)),
      ...(random.chance(0.3) ? { afterId: random.pick(applicationIds) } : {}),
    },
  }
}

const close: Plan = (random, { applicationIds }) => ({
  endpoint: applications.closeApplication,
  params: { id: random.pick(applicationIds) },
  body: { disposition: random.pick(['unreachable', 'spam', 'position_closed', 'hired']) },
})

const reopen: Plan = (random, { applicationIds }) => ({
  endpoint: applications.reopenApplication,
  params: { id: random.pick(applicationIds) },
})

const assign: Plan = (random, { applicationIds, users }) => ({
  endpoint: applications.updateApplication,
  params: { id: random.pick(applicationIds) },
  body: { ownerId: random.chance(0.2) ? null : random.pick(users).id },
})

const remove: Plan = (random, { applicationIds }) => ({
  endpoint: applications.deleteApplication,
  params: { id: random.pick(applicationIds) },
})

const restore: Plan = (random, { applicationIds }) => ({
  endpoint: applications.restoreApplication,
  params: { id: random.pick(applicationIds) },
})

const comment: Plan = (random, { applicationIds, users }, mark) => {
  const applicationId = random.pick(applicationIds)
  return {
    endpoint: createComment,
    mark,
    params: { id: applicationId },
    body: { body: mark, mentions: random.chance(0.3) ? [users[0]!.id] : [] },
    learn: ({ id }: { id: string }, known) => known.comments.push({ id, applicationId, mark }),
  }
}

const editComment: Plan = (random, { comments }) => {
  if (comments.length === 0) return null
  const { id, applicationId, mark } = random.pick(comments)
  return {
    endpoint: updateComment,
    params: { id: applicationId, commentId: id },
    body: { body: `${mark} edited` },
  }
}

const removeComment: Plan = (random, { comments }) => {
  if (comments.length === 0) return null
  const { id, applicationId } = random.pick(comments)
  return { endpoint: deleteComment, params: { id: applicationId, commentId: id } }
}

const call: Plan = (random, { applicationIds }, mark) => ({
  endpoint: logCall,
  mark,
  body: {
    applicationId: random.pick(applicationIds),
    summary: mark,
    outcome: random.pick(['interested', 'not_interested', 'wrong_number', null]),
  },
})

const rename: Plan = (random, { candidateIds }, mark) => ({
  endpoint: updateCandidate,
  params: { id: random.pick(candidateIds) },
  body: { location: `Town ${mark}` },
})

const badge = (random: Random, mark: string) => ({
  customFields: { badge: random.chance(0.2) ? null : `${random.int(9)} ${mark}` },
})

const fill: Plan = (random, { applicationIds }, mark) => ({
  endpoint: applications.updateApplication,
  params: { id: random.pick(applicationIds) },
  body: badge(random, mark),
})

const fillCandidate: Plan = (random, { candidateIds }, mark) => ({
  endpoint: updateCandidate,
  params: { id: random.pick(candidateIds) },
  body: badge(random, mark),
})

const changeSorting: Plan = (random, { fieldIds }) => ({
  endpoint: updateCustomField,
  params: { id: random.pick(fieldIds) },
  body: { sortable: random.chance(0.8) },
})

const merge: Plan = (random, { candidateIds }) => {
  const [survivor, merged] = [random.pick(candidateIds), random.pick(candidateIds)]
  if (survivor === merged) return null
  return {
    endpoint: mergeCandidates,
    params: { id: survivor },
    body: { mergedId: merged, version: 1 + random.int(2), mergedVersion: 1 + random.int(2) },
    learn: ({ merge }: { merge: { id: string } }, known) =>
      known.merges.push({ id: merge.id, survivorId: survivor }),
  }
}

const unmerge: Plan = (random, { merges }) => {
  if (merges.length === 0) return null
  const { id, survivorId } = random.pick(merges)
  return { endpoint: unmergeCandidates, params: { id: survivorId, mergeId: id } }
}

const list: Plan = () => ({ endpoint: applications.listApplications, query: { limit: 20 } })

const board: Plan = (random, { positions }) => ({
  endpoint: getBoard,
  params: { id: random.pick(positions).id },
})

const foreign: Plan = (random, { foreignIds }) => {
  const params = { id: random.pick(foreignIds) }
  return random.chance(0.5)
    ? { endpoint: applications.getApplication, params, isForeign: true }
    : random.chance(0.5)
      ? { endpoint: applications.deleteApplication, params, isForeign: true }
      : { endpoint: getCandidate, params, isForeign: true }
}

const reads = [list, board, foreign]
const everything = [
  ...reads,
  create,
  create,
  move,
  move,
  move,
  close,
  reopen,
  assign,
  remove,
  restore,
  comment,
  comment,
  editComment,
  removeComment,
  call,
  call,
  rename,
  fill,
  fillCandidate,
  changeSorting,
  merge,
  unmerge,
]

/** What each role tries. Much of it is refused: that, too, must hold. */
const plans: Partial<Record<Role, Plan[]>> = {
  coordinator: [...reads, move, comment, call],
  hiring_manager: [...reads, move, close, comment],
  client_reviewer: [...reads, move, comment],
  viewer: [...reads, comment],
}

/** Returns what a client of the role does next. */
export function nextOperation(role: Role, random: Random, known: Known, mark: string): Operation {
  const operation = random.pick(plans[role] ?? everything)(random, known, mark)
  return operation ?? nextOperation(role, random, known, mark)
}
