import { t } from '@lingui/core/macro'
import { Chip } from './chip.tsx'

interface DeletedChipProps {
  /** Whether the list shows what was deleted. */
  deleted: boolean
  /** Receives the search parameter. */
  onChange: (deleted: 'true' | undefined) => void
}

/** Switches a list between what is there and what was deleted. */
export function DeletedChip({ deleted, onChange }: DeletedChipProps) {
  return (
    <Chip
      label={t`Deleted`}
      dashed={!deleted}
      aria-pressed={deleted}
      onClick={() => onChange(deleted ? undefined : 'true')}
      onRemove={deleted ? () => onChange(undefined) : undefined}
    />
  )
}
