import { t } from '@lingui/core/macro'
import { fieldColumnOf } from '@muster/contract/field-subjects.ts'
import {
  type CustomImportField,
  type ImportTarget,
  importDateFields,
  isCustomTarget,
} from '@muster/contract/import-fields.ts'
import { useMemo } from 'react'
import type { CustomField } from '../custom-fields/custom-field.ts'
import { useCustomFields } from '../custom-fields/custom-fields-query.ts'
import { importFieldLabels } from './import-labels.ts'

interface CustomTarget {
  target: CustomImportField
  field: CustomField
}

/** Returns the custom fields of candidates and applications that the user may see. */
export function useCustomTargets(): readonly CustomTarget[] {
  const ofCandidates = useCustomFields('candidate')
  const ofApplications = useCustomFields('application')
  return useMemo(
    () =>
      [
        ...ofCandidates.filter(({ subject }) => subject === 'candidate'),
        ...ofApplications.filter(({ subject }) => subject === 'application'),
      ].map((field) => ({ target: fieldColumnOf(field), field })),
    [ofCandidates, ofApplications],
  )
}

/** Returns a function that names what a column can be mapped to. */
export function useTargetLabel(): (target: ImportTarget) => string {
  const targets = useCustomTargets()
  return (target) => {
    if (!isCustomTarget(target)) return t(importFieldLabels[target])
    const label = targets.find((one) => one.target === target)?.field.label
    return label ?? target.slice(target.indexOf('.') + 1)
  }
}

/** Returns a function that says whether the cells of a column are dates. */
export function useIsDate(): (target: ImportTarget) => boolean {
  const targets = useCustomTargets()
  return (target) => {
    if (!isCustomTarget(target)) return (importDateFields as readonly string[]).includes(target)
    const type = targets.find((one) => one.target === target)?.field.type
    return type === 'date' || type === 'dateTime'
  }
}
