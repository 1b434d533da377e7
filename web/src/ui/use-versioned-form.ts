import { type FormErrors, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { fieldsNotEdited } from './adopt-saved.ts'
import { showFormError } from './form-error.ts'

interface VersionedForm<Entity, Values> {
  /** The latest known version, newer than the form when somebody else saved it. */
  entity: Entity
  toValues: (entity: Entity) => Values
  validate?: (values: Values) => FormErrors
  /** Fails with CONFLICT if the version is not the latest. */
  save: (values: Values, version: number) => Promise<Entity>
  /** Stores what was saved as the new `entity`. */
  onSaved: (entity: Entity) => void
  /** Reloads the entity after a conflict. */
  onStale: () => void
  /** Returns the beginning of the error message. */
  failed: () => string
}

/**
 * A form that several people may edit at once. It adopts others' changes of fields that are not edited. If
 * both edited something, `newer` holds their version until the user has chosen (see `ChangedMeanwhile`), and
 * no input is lost.
 */
export function useVersionedForm<Entity extends { version: number }, Values extends Record<string, unknown>>(
  options: VersionedForm<Entity, Values>,
) {
  const { entity, toValues, validate } = options
  // The version that the user sees.
  const [base, setBase] = useState(entity)
  const form = useForm<Values>({ initialValues: toValues(base), validate })
  const dirty = form.isDirty()
  const newer = entity.version > base.version ? entity : null

  function changedIn(next: Entity): (keyof Values & string)[] {
    const [before, after] = [toValues(base), toValues(next)]
    return Object.keys(after).filter(
      (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    )
  }

  /** Copies these fields of a newer version into the form; the others stay as typed. */
  function take(next: Entity, fields: readonly (keyof Values & string)[]): Values {
    const theirs = toValues(next)
    const taken = Object.fromEntries(fields.map((field) => [field, theirs[field]])) as Partial<Values>
    form.setInitialValues(theirs)
    form.setValues(taken)
    setBase(next)
    return { ...form.getValues(), ...taken }
  }

  const save = useMutation({
    mutationFn: ({ values, version }: { values: Values; version: number }) => options.save(values, version),
    onSuccess: (saved, { values }) => {
      options.onSaved(saved)
      const unedited = fieldsNotEdited(form, values)
      take(
        saved,
        changedIn(saved).filter((field) => unedited.includes(field)),
      )
    },
    onError: (error) => {
      const stale = error instanceof ApiError && error.code === 'CONFLICT' && error.details?.version
      if (stale) options.onStale()
      else showFormError(form, error, options.failed())
    },
  })

  const conflicting = newer !== null && dirty && changedIn(newer).length > 0
  useEffect(() => {
    if (newer && !conflicting) take(newer, changedIn(newer))
  })

  return {
    form,
    dirty,
    base,
    /** Their version, while there is a choice to make. */
    newer: conflicting ? newer : null,
    /** The fields they changed. */
    changed: conflicting ? changedIn(newer) : [],
    take,
    submit: () => save.mutate({ values: form.getValues(), version: base.version }),
    /** Saves the user's version with these fields of theirs. */
    submitWith: (fields: readonly (keyof Values & string)[]) => {
      if (newer) save.mutate({ values: take(newer, fields), version: newer.version })
    },
    saving: save.isPending,
  }
}
