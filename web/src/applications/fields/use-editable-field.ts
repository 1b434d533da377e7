import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { getApplication, updateApplication } from '@muster/contract/applications.ts'
import { getCandidate, listCandidates, updateCandidate } from '@muster/contract/candidates.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { latestSubject, reloadSubject, type Subject, showSubject } from './subject.ts'
import { useInlineEdit } from './use-inline-edit.ts'

/** A field of an application or a candidate that can be edited in place. */
export interface FieldDefinition<Value> {
  of: 'application' | 'candidate'
  /** The name in the API. */
  field: string
  /** The name in the history, where it differs. */
  loggedAs?: string
  label: string
  read: (subject: Subject) => Value
  /** Converts the value for the request. */
  send: (value: Value) => unknown
  same?: (a: Value, b: Value) => boolean
  /** The toast after a change: "Assigned to Ines"; null for none. */
  done: (value: Value) => string | null
}

async function whoChanged(candidateId: string, field: string): Promise<string | null> {
  const { items } = await call(listCandidateActivity, {
    params: { id: candidateId },
    query: { kind: ['edited', 'file', 'reverted'], limit: 50 },
  })
  return items.find((log) => log.field === field)?.actor.name ?? null
}

/** Edits a field of a record in place. */
export function useEditableField<Value>(subject: Subject, kind: FieldDefinition<Value>) {
  const { id } = subject.candidate
  const { of, field, loggedAs = field, label, read, send, same, done } = kind
  return useInlineEdit({
    scope: `person ${id}`,
    label,
    subject,
    read,
    same,
    done,
    latest: () => latestSubject(subject),
    reload: () => reloadSubject(subject),
    send: async (next, { application, candidate }): Promise<Subject> => {
      const body = { [field]: send(next) }
      if (of === 'application' && application) {
        const changed = await call(updateApplication, {
          params: { id: application.id },
          body: { ...body, version: application.version },
        })
        return { application: changed, candidate: changed.candidate }
      }
      const changed = await call(updateCandidate, {
        params: { id },
        body: { ...body, version: candidate.version },
      })
      return { ...latestSubject(subject), candidate: changed }
    },
    show: (changed) => {
      showSubject(changed)
      // What is allowed depends on the candidate too: with do-not-call set, no calls are.
      if (of === 'candidate')
        void invalidate(getApplication, getCandidate, listCandidates, listCandidateActivity)
    },
    whoChanged: () => whoChanged(id, loggedAs),
  })
}
