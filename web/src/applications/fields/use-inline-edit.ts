import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorMessage, fieldErrors } from '../../api/api-error.ts'
import { useUnsavedGuard } from '../../layout/unsaved-guard.tsx'
import { toast } from '../../ui/toast.tsx'

interface FieldConflict<Value> {
  mine: Value
  theirs: Value
  /** Who made the conflicting change, if it is known. */
  who: string | null
}

/** Somebody else changed the same field since it was shown. */
class EditConflict extends Error {}

interface Edit<Value> {
  next: Value
  /** The value when editing began. */
  base: Value
  isUndo?: boolean
}

/** A field of something that has a version, and how it is read and changed. */
interface Field<Subject, Value> {
  /** Changes of one thing are sent one after another. */
  scope: string
  label: string
  subject: Subject
  read: (subject: Subject) => Value
  same?: ((a: Value, b: Value) => boolean) | undefined
  /** Returns the subject as it is known now. */
  latest: () => Subject
  /** Loads the subject again, after its version turned out to be old. */
  reload: () => Promise<unknown>
  send: (next: Value, now: Subject) => Promise<Subject>
  /** Stores the subject as the change returned it. */
  show: (changed: Subject) => void
  whoChanged?: () => Promise<string | null>
  /** The toast after a change: "Assigned to Ines"; null for none, where a screen has an Undo of its own. */
  done: (value: Value) => string | null
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && typeof error.details?.version === 'number'
}

/**
 * Edits a field in place: shows the new value at once and sends it with the last version seen. A change of
 * another field meanwhile is retried. A change of the same field is a conflict, which keeps both values until
 * the user chooses. A value that could not be sent is kept too.
 */
export function useInlineEdit<Subject, Value>(field: Field<Subject, Value>) {
  const {
    scope,
    label,
    subject,
    read,
    same = Object.is,
    latest,
    reload,
    send,
    show,
    whoChanged,
    done,
  } = field
  const current = read(subject)
  const [conflict, setConflict] = useState<FieldConflict<Value> | null>(null)

  async function attempt({ next, base }: Edit<Value>): Promise<Subject> {
    const now = latest()
    if (!same(read(now), base) && !same(read(now), next)) throw new EditConflict()
    return send(next, now)
  }

  const edit = useMutation({
    scope: { id: scope },
    mutationFn: async (change: Edit<Value>) => {
      try {
        return await attempt(change)
      } catch (error) {
        if (!isStale(error)) throw error
        await reload()
        return attempt(change)
      }
    },
    onMutate: () => setConflict(null),
    onError: async (error, { next }) => {
      if (!(error instanceof EditConflict)) return
      setConflict({ mine: next, theirs: read(latest()), who: null })
      const who = (await whoChanged?.().catch(() => null)) ?? null
      setConflict((shown) => shown && { ...shown, who })
    },
    onSuccess: (changed, { next, base, isUndo }) => {
      show(changed)
      if (isUndo) return void toast(t`Undone`)
      const text = done(next)
      if (text) toast(text, () => edit.mutate({ next: base, base: next, isUndo: true }))
    },
  })

  const failed =
    edit.isError && !(edit.error instanceof EditConflict) && edit.variables ? edit.variables : null
  useUnsavedGuard(conflict !== null || failed !== null, label)

  return {
    label,
    /** The value to show, including an unsaved one. */
    value: edit.isPending ? edit.variables.next : (failed?.next ?? conflict?.mine ?? current),
    saving: edit.isPending,
    /** Resolves to whether the value is stored. */
    save: async (next: Value, base: Value = current): Promise<boolean> => {
      if (same(next, base)) {
        edit.reset()
        return true
      }
      return edit.mutateAsync({ next, base }).then(
        () => true,
        () => false,
      )
    },
    conflict: conflict && {
      ...conflict,
      keepMine: () => edit.mutate({ next: conflict.mine, base: conflict.theirs }),
      takeTheirs: () => {
        setConflict(null)
        edit.reset()
      },
    },
    failure: failed && {
      text: Object.values(fieldErrors(edit.error))[0] ?? errorMessage(edit.error),
      retry: () => edit.mutate({ ...failed, base: current }),
      discard: edit.reset,
    },
  }
}

export type InlineEdit<Value> = ReturnType<typeof useInlineEdit<unknown, Value>>
