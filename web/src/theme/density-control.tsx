import { t } from '@lingui/core/macro'
import { SegmentedControl } from '@mantine/core'
import { type Density, setDensity, useDensity } from './density.ts'

/** Selects the density of rows. */
export function DensityControl() {
  const density = useDensity()
  return (
    <SegmentedControl<Density>
      size="xs"
      fullWidth
      aria-label={t`Density`}
      data={[
        { value: 'comfortable', label: t`Comfortable` },
        { value: 'compact', label: t`Compact` },
      ]}
      value={density}
      onChange={setDensity}
    />
  )
}
