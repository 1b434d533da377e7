import { t } from '@lingui/core/macro'
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'

/** Light, dark, or as the system says. */
export function ColorSchemeControl() {
  // Transitions are kept, since switching them off would inject a style element.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t`Theme`}
      data={[
        { value: 'auto', label: t`System` },
        { value: 'light', label: t({ message: 'Light', context: 'theme' }) },
        { value: 'dark', label: t({ message: 'Dark', context: 'theme' }) },
      ]}
      value={colorScheme}
      onChange={setColorScheme}
    />
  )
}
